package org.fetchlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.fetchlab.model.text.SpecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodeSpecTest {
    private static final GeneratorMatrix PARITY =
            GeneratorMatrix.of(GaloisField.GF2, new int[][] {{1, 0, 1}, {0, 1, 1}});

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rep(3)",
                "mds(9,6)",
                "lrc(6,2,2)",
                "simplex(3)",
                "availability(2,3)",
                "matrix(a b.csv)",
                "matrix(\"a,b(1).csv\")",
                "2*simplex(3)",
                "simplex(2)+rep(3)",
                "2*simplex(2)+rep(3)+2*simplex(2)"
            })
    void theTextFormOfACodeReadsBackToTheCode(String spec) {
        StorageCode code = CodeSpec.parse(spec, name -> PARITY);
        assertThat(code.spec()).isEqualTo(spec);
        assertThat(CodeSpec.parse(code.spec(), name -> PARITY)).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "rs(9,6); mds(9,6)",
                "' MDS ( 9 , 6 ) '; mds(9,6)",
                "rep(2)+rep(2); 2*rep(2)",
                "2*3*rep(2); 6*rep(2)",
                "2*(rep(2)+rep(3)); rep(2)+rep(3)+rep(2)+rep(3)",
                "(rep(2)); rep(2)",
                "1*rep(2); rep(2)",
            })
    void otherWaysToWriteACodeHaveOneTextForm(String text, String spec) {
        assertThat(CodeSpec.parse(text, MatrixSource.none()).spec()).isEqualTo(spec);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; 1; the text is empty",
                "mds(6,9); 1; mds(6,9): n = 6 servers must be at least k = 9",
                "mds(0,0); 1; k = 0, the servers needed, must be at least 1",
                "mds(5,-1); 1; k = -1",
                "mds(2000,1000); 1; at most 1024",
                "lrc(6,4,2); 1; l = 4 local groups must divide k = 6",
                "lrc(0,1,1); 1; k and l must be at least 1",
                "lrc(4,0,1); 1; k and l must be at least 1",
                "lrc(4,2,-1); 1; at least 0",
                "lrc(250,5,6); 1; k + g must be at most 255",
                "simplex(40); 1; the dimension must be in [1, 10]",
                "simplex(0); 1; the dimension must be in [1, 10]",
                "rep(-1); 1; the number of copies must be at least 1",
                "rep(2147483647); 1; at most 1024",
                "availability(0,3); 1; r = 0",
                "availability(2,0); 1; t = 0",
                "availability(100000,100000); 1; at most 1024",
                "2*simplex(3)+rep(0); 14; the number of copies must be at least 1",
                "0*rep(2); 1; 0*rep(2): the number of copies",
                "2000*rep(6); 1; 12000 servers",
                "5000*rep(2)+rep(2); 1; 10002 servers",
                "mds(9,6; 8; expected ')' but the text ends",
                "mds(9; 6; expected ','",
                "mds(9,6,3); 8; expected ')' but found ','",
                "rep(3)); 7; should end here but found ')'",
                "(rep(3); 8; expected ')' but the text ends",
                "rep 3; 5; expected '('",
                "rep(three); 5; expected the number of copies",
                "rep(2.5); 5; must be a whole number",
                "rep(99999999999); 5; must be a whole number of at most 1024",
                "rep(99999999999999999999); 5; must be a whole number of at most 1024",
                "rep(2.5); 5; must be a whole number of at most 1024",
                "2.5*rep(2); 1; must be a whole number of at most 10000",
                "rep(3)+; 8; expected a code",
                "2simplex(3); 2; expected '*'",
                "raid(5); 1; unknown code 'raid': use rep, mds",
                "matrix(); 8; expected the name of a matrix file",
                "matrix(g.csv); 1; no matrix files can be read here",
            })
    void badTextIsRefusedAtTheCharacter(String text, int character, String problem) {
        SpecException refused =
                catchThrowableOfType(SpecException.class, () -> CodeSpec.parse(text, MatrixSource.none()));
        assertThat(refused).hasMessageContaining(problem);
        assertThat(refused.position()).isEqualTo(character - 1);
    }

    @Test
    void whatIsWrongWithAMatrixFileIsPassedOn() {
        MatrixSource ragged = name -> GeneratorMatrix.of(GaloisField.GF2, new int[][] {{1, 0}, {1}});
        assertThatThrownBy(() -> CodeSpec.parse("rep(2)+matrix(m.csv)", ragged))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("character 8: row 2 of the generator matrix has 1 entries");
    }
}
