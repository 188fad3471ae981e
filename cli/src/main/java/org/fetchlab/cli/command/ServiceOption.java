package org.fetchlab.cli.command;

import java.util.Optional;
import org.fetchlab.cli.input.DataFiles;
import org.fetchlab.cli.input.Problems;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a server works on a copy. */
final class ServiceOption {
    static final String NAME = "--service";
    static final String DEFAULT_LAW = "exp(1)";

    @Option(
            names = NAME,
            paramLabel = "LAW",
            order = 20,
            description = {
                "Service time of one copy at one server (default: exp(1)):",
                "  exp(rate), exp(mean=10ms), sexp(shift,rate), erlang(k,rate), det(x),",
                "  uniform(a,b), hyperexp(p1:rate1,p2:rate2), gamma(shape,scale),",
                "  weibull(shape,scale), lognormal(mu,sigma), pareto(scale,shape),",
                "  empirical(FILE[,column])                 measured times, from a CSV",
                "  percentiles(50:12ms,90:25ms,99:110ms)    what a dashboard shows",
                "Any of them scaled: 2*exp(1)."
            })
    @Nullable
    String text;

    /** What the option says, or the default where it is not given. */
    Optional<Law> read(String defaultLaw, DataFiles files, Problems problems) {
        return Law.read(NAME, text == null ? defaultLaw : text, files, problems);
    }
}
