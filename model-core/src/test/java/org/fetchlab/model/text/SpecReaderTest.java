package org.fetchlab.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecReaderTest {
    @Test
    void tokensAreReadInOrderAndBlanksBetweenThemAreSkipped() {
        SpecReader reader = new SpecReader(" 2 * lrc ( 6, -2.5e-1 )  ");
        assertThat(reader.isNumberNext()).isTrue();
        assertThat(reader.integer("the factor")).isEqualTo(2);
        reader.expect('*');
        assertThat(reader.isNext("lrc")).isTrue();
        assertThat(reader.isNext("lr")).isFalse();
        assertThat(reader.name("a code")).isEqualTo("lrc");
        reader.expect('(');
        assertThat(reader.integer("k")).isEqualTo(6);
        assertThat(reader.accept(',')).isTrue();
        assertThat(reader.real("x")).isEqualTo(-0.25);
        assertThat(reader.accept(',')).isFalse();
        assertThat(reader.isNext(')')).isTrue();
        reader.expect(')');
        reader.expectEnd();
        assertThat(reader.atEnd()).isTrue();
        assertThat(reader.isNext(')')).isFalse();
    }

    @Test
    void namesMayHaveInnerHyphensAndDigits() {
        assertThat(new SpecReader("power-of-d(2)").name("a policy")).isEqualTo("power-of-d");
    }

    @Test
    void rawTextIsQuotedOrEndsAtACommaOrParenthesis() {
        SpecReader reader = new SpecReader("a dir/times.csv , \"b, (1).csv\")");
        assertThat(reader.rawText("a file")).isEqualTo("a dir/times.csv");
        reader.expect(',');
        assertThat(reader.rawText("a file")).isEqualTo("b, (1).csv");
        reader.expect(')');
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    1,        | 2 | expected x, a number, but the text ends
                    1,NaN     | 2 | expected x, a number, but found 'NaN'
                    1,1e400   | 2 | x 1e400 is too large for a number
                    1,1e-400  | 2 | x 1e-400 is too small for a number
                    1,-       | 2 | expected x, a number, but found '-'
                    1,.       | 2 | expected x, a number, but found '.'
                    1;2       | 1 | expected ',' but found ';'
                    1,2 rest  | 4 | the text should end here but found 'rest'
                    1.5,2     | 0 | n must be a whole number of at most 2147483647, not 1.5
                    9999999999| 0 | n must be a whole number of at most 2147483647, not 9999999999
                    """)
    void errorsPointAtTheCharacterAndSayWhatIsExpected(String text, int position, String problem) {
        SpecException error = catchThrowableOfType(
                SpecException.class,
                () -> SpecReader.readAll(text, reader -> {
                    int n = reader.integer("n");
                    reader.expect(',');
                    return n + reader.real("x");
                }));
        assertThat(error.position()).isEqualTo(position);
        assertThat(error.spec()).isEqualTo(text);
        assertThat(error).hasMessage("'" + text + "', character " + (position + 1) + ": " + problem);
    }

    @Test
    void anEmptyTextAnEmptyNameAndAnOpenQuoteAreErrors() {
        assertThatThrownBy(() -> SpecReader.readAll("  ", r -> r.name("a code")))
                .hasMessageEndingWith("the text is empty");
        assertThatThrownBy(() -> new SpecReader("(3)").name("a code"))
                .hasMessage("'(3)', character 1: expected a code but found '('");
        assertThatThrownBy(() -> new SpecReader(")").rawText("a file name"))
                .hasMessageEndingWith("expected a file name");
        assertThatThrownBy(() -> new SpecReader("\"a.csv").rawText("a file name"))
                .hasMessageEndingWith("the quote is not closed");
    }

    @Test
    void aComplaintOfAConstructorIsPlacedInTheText() {
        SpecReader reader = new SpecReader("mds(6,9)");
        assertThatThrownBy(() -> reader.build(4, () -> {
                    throw new IllegalArgumentException("k must be at most n");
                }))
                .isInstanceOf(SpecException.class)
                .hasMessage("'mds(6,9)', character 5: k must be at most n");
        assertThatThrownBy(() -> reader.build(4, () -> {
                    throw reader.error(2, "inner");
                }))
                .hasMessage("'mds(6,9)', character 3: inner");
    }
}
