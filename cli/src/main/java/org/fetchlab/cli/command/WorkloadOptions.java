package org.fetchlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.fetchlab.cli.input.Choice;
import org.fetchlab.cli.input.DataFiles;
import org.fetchlab.cli.input.Grids;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.study.RequestKind;
import org.fetchlab.cli.study.Workload;
import org.fetchlab.model.code.Decoding;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.demand.Popularity;
import org.fetchlab.model.policy.AccessPolicy;
import org.fetchlab.model.policy.Cancellation;
import org.fetchlab.model.policy.PolicySpec;
import org.fetchlab.model.service.ServiceTime;
import org.fetchlab.model.service.ServiceTimes;
import org.fetchlab.model.text.Quantity;
import org.fetchlab.model.text.SpecReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the servers are, what is asked for, and how copies are sent and cancelled. */
final class WorkloadOptions {
    @Mixin
    ServiceOption serviceOption = new ServiceOption();

    @Option(
            names = "--service-rate",
            paramLabel = "MU",
            order = 21,
            description = "Short for exp(MU): every server has exponential service of rate MU.")
    @Nullable
    String serviceRateText;

    @Option(
            names = "--total-service-rate",
            paramLabel = "R",
            order = 22,
            description = "Give every code this total service rate, spread evenly over its n servers: the service law"
                    + " is scaled to the mean n/R.")
    @Nullable
    String totalServiceRateText;

    @Mixin
    DecodingOption decodingOption = new DecodingOption();

    @Option(
            names = "--popularity",
            paramLabel = "LAW",
            order = 24,
            description = "Which object a request asks for: uniform, zipf(s) or p1,p2,... (default: uniform).")
    String popularityText = "uniform";

    @Option(
            names = "--access",
            paramLabel = "POLICY",
            order = 30,
            description = {
                "Where copies go (default: fork-all):",
                "  fork-all      to every useful server at once",
                "  fork(r)       to r of them that suffice, chosen at random",
                "  hedge(d[,m])  to few that suffice; each time d passes in vain, to m",
                "                more (default: to all); hedge(inf): to those alone",
                "  hedge(d,m,r)  the same for r rounds at most; hedge(d,m,r,f) begins",
                "                with f copies; m and r may be all",
                "  split-merge   to all, one request at a time"
            })
    String accessText = "fork-all";

    @Option(
            names = "--cancel",
            paramLabel = "WHEN",
            order = 31,
            description = {
                "When copies that are not needed leave (default: on-complete):",
                "  on-complete   when the request is done, in service or not",
                "  on-start      when enough copies of the request have started",
                "  none          never: they are served in full"
            })
    String cancelText = "on-complete";

    @Mixin
    CodeOptions codeOptions = new CodeOptions();

    /**
     * What the options say.
     *
     * @param codes the codes
     * @param workload what they serve; empty when its options are invalid
     */
    record Reading(List<StorageCode> codes, Optional<Workload> workload) {}

    /**
     * Where copies go, as a text.
     *
     * @param option what the user calls it
     * @param text the text
     */
    record AccessText(String option, String text) {}

    /** What {@code --access} says. */
    AccessText access() {
        return new AccessText("--access", accessText);
    }

    /** Reads the codes and what they have to serve; tells {@code units} which times and rates have one. */
    Reading read(
            List<String> codeTexts,
            RequestKind request,
            AccessText accessText,
            DataFiles files,
            Units units,
            Problems problems) {
        problems.addIf(
                serviceOption.text != null && serviceRateText != null,
                "--service-rate MU is short for --service exp(MU); give one of the two");
        problems.addIf(
                serviceRateText != null && totalServiceRateText != null,
                "--service-rate is per server and --total-service-rate for all servers of a code; give one of the two");
        List<StorageCode> codes = codeOptions.codes(codeTexts, files, problems);
        Optional<Law> law = law(ServiceOption.DEFAULT_LAW, files, problems);
        Optional<Quantity> total =
                problems.readIfGiven("--total-service-rate", totalServiceRateText, Grids::positiveRate);
        Optional<Decoding> decoding = decodingOption.read(problems);
        Optional<Popularity> popularity = problems.read("--popularity", popularityText, Popularity::parse);
        Optional<AccessPolicy> access =
                problems.read(accessText.option(), accessText.text(), text -> access(accessText.option(), text, units));
        Optional<Cancellation> cancellation = problems.read("--cancel", cancelText, Choice.of(Cancellation.class));
        addUnits(units, law, total);
        if (law.isEmpty() || decoding.isEmpty() || popularity.isEmpty() || access.isEmpty() || cancellation.isEmpty()) {
            return new Reading(codes, Optional.empty());
        }
        Workload workload = new Workload(
                law.get().time(),
                total.map(rate -> OptionalDouble.of(rate.value())).orElse(OptionalDouble.empty()),
                request,
                decoding.get(),
                popularity.get(),
                access.get(),
                cancellation.get());
        checkPopularity(codes, workload, problems);
        checkCopies(accessText.option(), codes, workload, problems);
        return new Reading(recovered(accessText.option(), codes, workload, problems), Optional.of(workload));
    }

    /** Reads the service law alone; tells {@code units} whether its times have one. */
    Optional<ServiceTime> service(String defaultLaw, DataFiles files, Units units, Problems problems) {
        Optional<Law> law = law(defaultLaw, files, problems);
        addUnits(units, law, Optional.empty());
        return law.map(Law::time);
    }

    private Optional<Law> law(String defaultLaw, DataFiles files, Problems problems) {
        if (serviceRateText != null) {
            return problems.read("--service-rate", serviceRateText, Grids::positiveRate)
                    .map(rate -> new Law(ServiceTimes.exponential(rate.value()), rate.hasUnit()));
        }
        return serviceOption.read(defaultLaw, files, problems);
    }

    /** A total rate replaces the scale of the law, and with it its unit. */
    private void addUnits(Units units, Optional<Law> law, Optional<Quantity> total) {
        if (total.isPresent()) {
            units.add("--total-service-rate", total.get().hasUnit());
        } else {
            String name = serviceRateText != null ? "--service-rate" : ServiceOption.NAME;
            law.ifPresent(given -> units.add(name, given.hasUnit()));
        }
    }

    private static AccessPolicy access(String option, String text, Units units) {
        return SpecReader.readAll(text, reader -> {
            AccessPolicy policy = PolicySpec.readAccess(reader);
            if (policy instanceof AccessPolicy.Hedge hedge
                    && hedge.delay() > 0
                    && hedge.delay() < Double.POSITIVE_INFINITY) {
                units.add(option, reader.sawUnit());
            }
            return policy;
        });
    }

    /** A request cannot send more copies than there are useful servers. */
    private static void checkCopies(String option, List<StorageCode> codes, Workload workload, Problems problems) {
        if (workload.access() instanceof AccessPolicy.ForkTo fork) {
            codes.forEach(code -> checkMost(option, fork.copies(), code, workload, problems));
        } else if (workload.access() instanceof AccessPolicy.Hedge hedge) {
            codes.forEach(code -> checkMost(option, hedge.first(), code, workload, problems));
        }
    }

    /** The codes whose requests are recovered by as many copies as they send. */
    private static List<StorageCode> recovered(
            String option, List<StorageCode> codes, Workload workload, Problems problems) {
        if (!(workload.access() instanceof AccessPolicy.ForkTo fork)) {
            return codes;
        }
        List<StorageCode> recovered = new ArrayList<>();
        for (StorageCode code : codes) {
            int needed = workload.neededServers(code);
            if (fork.copies() >= needed) {
                recovered.add(code);
            } else {
                problems.add(option + ": " + fork.spec() + " sends fewer copies than the " + needed
                        + " that a request for " + code.spec() + " needs");
            }
        }
        return recovered;
    }

    private static void checkMost(String option, int copies, StorageCode code, Workload workload, Problems problems) {
        int useful = workload.fewestUsefulServers(code);
        problems.addIf(
                copies > useful,
                option + ": " + workload.access().spec() + " sends more copies than the " + useful
                        + " servers that can help with a request for " + code.spec());
    }

    private static void checkPopularity(List<StorageCode> codes, Workload workload, Problems problems) {
        for (StorageCode code : codes) {
            problems.read("--popularity", code.spec(), spec -> workload.popularityOf(code));
        }
    }
}
