package org.fetchlab.model.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.data.Offset.offset;
import static org.fetchlab.model.testing.Tolerances.relative;

import java.util.Optional;
import org.fetchlab.model.text.SpecException;
import org.fetchlab.model.text.SpecReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceSpecTest {
    private static final ColumnSource FILES = (file, column) -> switch (file) {
        case "times.csv" -> column.equals(Optional.of("get")) ? new double[] {3, 5} : new double[] {1, 2};
        case "empty.csv" -> new double[0];
        case "negative.csv" -> new double[] {1, -2};
        case "nan.csv" -> new double[] {1, Double.NaN};
        case "zero.csv" -> new double[] {0, 0};
        default -> throw new IllegalArgumentException("there is no file '" + file + "'");
    };

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    exp(4)                        | 0.25
                    exp(200/s)                    | 0.005
                    exp(mean=10ms)                | 0.01
                    sexp(12ms,50/s)               | 0.032
                    erlang(3,2)                   | 1.5
                    hyperexp(0.5:1,0.5:0.1)       | 5.5
                    det(35us)                     | 35e-6
                    uniform(0,12ms)               | 0.006
                    pareto(2,3)                   | 3
                    weibull(0.5,3)                | 6
                    lognormal(0,2)                | 7.38905609893065
                    gamma(2.5,4)                  | 10
                    empirical(times.csv)          | 1.5
                    empirical( times.csv , get )  | 4
                    empirical("times.csv",get)    | 4
                    percentiles(50:0.6931471805599453) | 1
                    2*exp(4)                      | 0.5
                    exp(4)*2                      | 0.5
                    2 * exp(4) * 3 * 0.5          | 0.75
                    """)
    void everyFormHasItsMean(String text, double mean) {
        assertThat(ServiceSpec.parse(text, FILES).moment(1).value().orElseThrow())
                .isCloseTo(mean, relative(mean, 1e-13));
    }

    @Test
    void eachPercentileOfATableIsAQuantileOfTheLaw() {
        ServiceTime law = ServiceSpec.parse("percentiles(50:12ms,90:25ms,99:110ms,99.9:480ms)", FILES);
        assertThat(law.quantile(0.5)).isEqualTo(0.012);
        assertThat(law.inverseSurvival(0.1)).isCloseTo(0.025, offset(1e-15));
        assertThat(law.inverseSurvival(0.01)).isCloseTo(0.11, offset(1e-14));
        assertThat(law.inverseSurvival(0.001)).isCloseTo(0.48, offset(1e-13));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exp(1",
                "exp 1",
                "exp()",
                "exp(1))",
                "exp(1,2)",
                "exp(0)",
                "exp(-1)",
                "exp(NaN)",
                "exp(1e400)",
                "exp(1e-320)",
                "exp(mean=0)",
                "exp(mean 1)",
                "exp(median=1)",
                "exp(1)*",
                "exp(1)*0",
                "exp(1)*-2",
                "0*exp(1)",
                "2exp(1)",
                "2*",
                "sexp(-1,1)",
                "sexp(1)",
                "sexp(1,0)",
                "erlang(0,1)",
                "erlang(1.5,1)",
                "erlang(2,0)",
                "hyperexp(0.5:1)",
                "hyperexp(0.5:1,0.4:2)",
                "hyperexp(1.5:1,-0.5:2)",
                "hyperexp(1,2)",
                "hyperexp(1:0)",
                "det(0)",
                "det(-1)",
                "uniform(2,1)",
                "uniform(1,1)",
                "uniform(-1,1)",
                "pareto(0,1)",
                "pareto(1,0)",
                "weibull(0,1)",
                "weibull(1,0)",
                "lognormal(0,0)",
                "lognormal(1e4,1)",
                "lognormal(0,-1)",
                "gamma(0,1)",
                "gamma(1,0)",
                "gamma(2,0)",
                "empirical()",
                "empirical(missing.csv)",
                "empirical(empty.csv)",
                "empirical(negative.csv)",
                "empirical(nan.csv)",
                "empirical(zero.csv)",
                "percentiles()",
                "percentiles(50:12ms,90:11ms)",
                "percentiles(90:1,50:2)",
                "percentiles(50:1,50:2)",
                "percentiles(100:1)",
                "percentiles(-1:1)",
                "percentiles(0:1)",
                "percentiles(50:0)",
                "percentiles(50:12ms,90:25)",
                "percentiles(50)",
                "normal(0,1)",
                "",
                "   ",
                "(1)",
                "exp(1) exp(2)"
            })
    void badTextIsRefusedInOneSentenceThatPointsAtACharacter(String text) {
        SpecException error = catchThrowableOfType(SpecException.class, () -> ServiceSpec.parse(text, FILES));
        assertThat(error).isNotNull();
        assertThat(error.position()).isBetween(0, text.length());
        assertThat(error.getMessage()).doesNotContain("\n").doesNotContain("null");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    normal(0,1) | 1 | unknown service law 'normal', expected a service law, one of det, empirical, erlang, exp,
                    2*gama(1,2) | 3 | unknown service law 'gama'
                    erlang(2,-1)| 10| the rate -1 must not be negative
                    uniform(2,1)| 1 | lower end 2.0 must be below the upper end 1.0
                    percentiles(50:12ms,90:11ms) | 24 | percentile times must not decrease: 11ms is below the one before
                    percentiles(50:12ms,90:12ms) | 1  | percentile times must increase: 90:0.012 is not above 0.012; the last segment tells
                    percentiles(90:12ms,50:15ms) | 21 | percents must increase: 50 is not above the one before
                    exp(0)      | 5 | the rate 0 must be positive
                    exp(mean=0s)| 10| the mean 0s must be positive
                    hyperexp(1:0) | 12 | the rate 0 must be positive
                    pareto(1,0) | 10| the shape 0 must be positive
                    lognormal(0,-2)| 13| sigma -2 must be positive
                    det(0ms)    | 5 | the time 0ms must be positive
                    empirical(negative.csv) | 11 | time number 2 of negative.csv, -2.0 must be finite and at least 0
                    empirical(missing.csv)  | 11 | there is no file 'missing.csv'
                    """)
    void theMessageSaysWhatIsWrongAndWhere(String text, int character, String problem) {
        assertThatThrownBy(() -> ServiceSpec.parse(text, FILES))
                .hasMessageStartingWith("'" + text + "', character " + character + ": " + problem);
    }

    @Test
    void aReaderKnowsWhetherTheLawIsInSeconds() {
        SpecReader seconds = new SpecReader("exp(mean=10ms)");
        ServiceSpec.read(seconds, ColumnSource.NONE);
        assertThat(seconds.sawUnit()).isTrue();
        SpecReader bare = new SpecReader("exp(mean=10)");
        ServiceSpec.read(bare, ColumnSource.NONE);
        assertThat(bare.sawUnit()).isFalse();
    }

    @Test
    void withoutAccessToFilesAnEmpiricalLawIsRefused() {
        assertThatThrownBy(() -> ServiceSpec.parse("empirical(a.csv)", ColumnSource.NONE))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("'a.csv' cannot be read here");
    }

    @Test
    void fileNamesWithCommasOrParenthesesStayQuoted() {
        ServiceTime law = ServiceSpec.parse("empirical(\"a,(1).csv\")", (file, column) -> {
            assertThat(file).isEqualTo("a,(1).csv");
            return new double[] {1};
        });
        assertThat(law.spec()).isEqualTo("empirical(\"a,(1).csv\")");
    }
}
