package org.fetchlab.cli.command;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fetchlab.cli.input.Problems;
import org.fetchlab.cli.input.WholeNumber;
import org.fetchlab.cli.report.Numbers;
import org.fetchlab.cli.report.OutputFile;
import org.fetchlab.cli.report.Report;
import org.fetchlab.cli.report.Section;
import org.fetchlab.cli.report.Table;
import org.fetchlab.cli.report.Table.Column;
import org.fetchlab.cli.study.CodeFacts;
import org.fetchlab.cli.study.CodeStudy;
import org.fetchlab.model.code.Availability;
import org.fetchlab.model.code.Reliability;
import org.fetchlab.model.code.StorageCode;
import org.fetchlab.model.random.RandomStreams;
import org.fetchlab.model.text.Quantity;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fetchlab codes}: what a code is. */
@Command(
        name = "codes",
        versionProvider = ProductVersion.class,
        header = "What a code is: storage, failures, recovery groups, download time of a lone request.",
        sortOptions = false,
        description = {"", CodeOptions.GRAMMAR, ""},
        footer = "%nExample: fetchlab codes 'lrc(6,2,2)' --explain 0%n")
final class CodesCommand implements Callable<Integer> {
    private static final int GROUPS_SHOWN = 20;
    private static final int ERASURES_SHOWN = 8;

    @Parameters(paramLabel = "CODE", arity = "0..*", description = "The codes (default: the published four).")
    List<String> codeTexts = new ArrayList<>();

    @Mixin
    ServiceOption serviceOption = new ServiceOption();

    @Mixin
    CodeOptions codeOptions = new CodeOptions();

    @Option(
            names = "--explain",
            paramLabel = "OBJECT",
            order = 40,
            description = "List the recovery groups of an object (from 0).")
    @Nullable
    String explainText;

    @Option(
            names = "--mtbf",
            paramLabel = "TIME",
            order = 50,
            description = "Mean time between failures of a server; with --mttr, gives the mean time to data loss.")
    @Nullable
    String meanTimeBetweenFailures;

    @Option(names = "--mttr", paramLabel = "TIME", order = 51, description = "Mean time to repair a server.")
    @Nullable
    String meanTimeToRepair;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Problems problems = new Problems();
        List<StorageCode> codes = codeOptions.codes(codeTexts, common.dataFiles(), problems);
        Optional<Law> law = serviceOption.read(ServiceOption.DEFAULT_LAW, common.dataFiles(), problems);
        OptionalInt explained = explained(codes, problems);
        Optional<Reliability> reliability = reliability(problems);
        Optional<OutputFile> file = common.outputFile(problems);
        common.threads(problems);
        problems.throwIfAny();
        CodeStudy study = new CodeStudy(law.orElseThrow().time(), new RandomStreams(common.seed), reliability);
        List<CodeFacts> facts =
                codes.stream().map(code -> study.of(code, explained)).toList();
        common.publish(new Report(common.header(conventions(law.get(), reliability)), facts, sections(facts)), file);
        return ExitCodes.DONE;
    }

    private OptionalInt explained(List<StorageCode> codes, Problems problems) {
        Optional<Long> object = problems.readIfGiven("--explain", explainText, text -> WholeNumber.atLeast(0, text));
        if (object.isEmpty()) {
            return OptionalInt.empty();
        }
        for (StorageCode code : codes) {
            problems.addIf(
                    object.get() >= code.objects(),
                    "--explain: " + code.spec() + " has the objects 0 to " + (code.objects() - 1) + ", not "
                            + object.get());
        }
        return OptionalInt.of(Math.toIntExact(object.get()));
    }

    private Optional<Reliability> reliability(Problems problems) {
        Optional<Quantity> failures = problems.readIfGiven("--mtbf", meanTimeBetweenFailures, Quantity::time);
        Optional<Quantity> repairs = problems.readIfGiven("--mttr", meanTimeToRepair, Quantity::time);
        problems.addIf(
                (meanTimeBetweenFailures == null) != (meanTimeToRepair == null),
                "--mtbf and --mttr are needed together");
        if (failures.isEmpty() || repairs.isEmpty()) {
            return Optional.empty();
        }
        problems.addIf(
                failures.get().hasUnit() != repairs.get().hasUnit(),
                "--mtbf and --mttr must both have a unit, or neither");
        return problems.read(
                "--mtbf and --mttr",
                "",
                text -> new Reliability(failures.get().value(), repairs.get().value()));
    }

    private static Map<String, Object> conventions(Law law, Optional<Reliability> reliability) {
        Map<String, Object> conventions = new LinkedHashMap<>();
        conventions.put("service", law.time().spec());
        conventions.put("time_unit", law.hasUnit() ? "s" : "that of the service times");
        conventions.put("low_traffic", "a lone request, copied to all useful servers, cancelled on completion");
        conventions.put("servers_and_objects", "counted from 0");
        reliability.ifPresent(both -> {
            conventions.put("mtbf", both.meanTimeBetweenFailures());
            conventions.put("mttr", both.meanTimeToRepair());
            conventions.put("repair", "all failed servers in parallel, exponential times");
        });
        return conventions;
    }

    private static List<Section> sections(List<CodeFacts> facts) {
        List<Section> sections = new ArrayList<>();
        sections.add(overview(facts));
        sections.add(erasures(facts));
        facts.stream().filter(code -> code.explain() != null).forEach(code -> sections.add(explanation(code)));
        return sections;
    }

    private static Section overview(List<CodeFacts> facts) {
        List<Column<CodeFacts>> columns = new ArrayList<>(List.of(
                Column.text("code", CodeFacts::code),
                Column.number("servers", code -> Integer.toString(code.servers())),
                Column.number("objects", code -> Integer.toString(code.objects())),
                Column.number("storage\noverhead", code -> Numbers.brief(code.storageOverhead()) + "x"),
                Column.number("failures\ntolerated", code -> orNone(code.faultTolerance())),
                Column.number("groups\n(r,t)", code -> values(code.availability())),
                Column.number(
                        "alone,\ngroups",
                        code -> means(code.lowTrafficMeanGroups(), code.lowTrafficMeanGroupsHalfWidth95())),
                Column.number(
                        "alone,\nlinear",
                        code -> means(code.lowTrafficMeanLinear(), code.lowTrafficMeanLinearHalfWidth95()))));
        if (facts.stream().anyMatch(code -> code.mttdl() != null)) {
            columns.add(Column.number("time to\ndata loss", code -> Numbers.brief(code.mttdl())));
        }
        return new Section(
                "Codes",
                new Table<>(columns, facts),
                Stream.concat(
                                overviewLegend(facts),
                                facts.stream().flatMap(code -> Cautions.missing(code.code(), code.missing())))
                        .toList());
    }

    private static Stream<String> overviewLegend(List<CodeFacts> facts) {
        return Stream.of(
                "groups (r,t): each object can be rebuilt without its own server from any of t disjoint groups of"
                        + " r servers.",
                "alone: mean download time of an object when no other request is in the system, with group and"
                        + " with linear decoding; a range where objects differ." + estimates(facts),
                "failures tolerated: any so many servers can fail without loss of data.");
    }

    private static String estimates(List<CodeFacts> facts) {
        boolean any = facts.stream()
                .anyMatch(code -> code.lowTrafficMeanGroupsHalfWidth95() != null
                        || code.lowTrafficMeanLinearHalfWidth95() != null);
        boolean all = facts.stream()
                .allMatch(code -> code.lowTrafficMeanGroups() != null && code.lowTrafficMeanLinear() != null);
        return any
                ? " ±: estimated, with 95 % half-width; ~: a range of estimates, which may be due to their errors alone."
                : all ? " All exact." : " Exact; - where it is not known.";
    }

    private static Section erasures(List<CodeFacts> facts) {
        int most = facts.stream().mapToInt(CodesCommand::erasuresShown).max().orElse(1);
        List<Column<CodeFacts>> columns = new ArrayList<>();
        columns.add(Column.text("code", CodeFacts::code));
        for (int e = 1; e <= Math.min(most, ERASURES_SHOWN); e++) {
            int erasures = e;
            columns.add(Column.number(e + " lost", code -> percent(code, erasures)));
        }
        return new Section(
                "Share of failure patterns that lose no data, by number of lost servers",
                new Table<>(columns, facts),
                facts.stream().anyMatch(code -> code.decodableFractionHalfWidth95() != null)
                        ? List.of("±: estimated from random patterns, with 95 % half-width.")
                        : List.of());
    }

    /** Up to the number of lost servers from which nothing survives. */
    private static int erasuresShown(CodeFacts code) {
        return (int) code.decodableFraction().stream()
                .takeWhile(fraction -> fraction > 0)
                .count();
    }

    private static String percent(CodeFacts code, int erasures) {
        if (erasures > code.servers()) {
            return Numbers.NONE;
        }
        double fraction = code.decodableFraction().get(erasures);
        List<Double> halfWidths = code.decodableFractionHalfWidth95();
        if (halfWidths != null && halfWidths.get(erasures) > 0) {
            return percent(fraction, halfWidths.get(erasures));
        }
        return fraction == 1 ? "all" : fraction == 0 ? "none" : percent(fraction, 0);
    }

    private static String percent(double fraction, double halfWidth) {
        return halfWidth > 0 ? Numbers.estimate(100 * fraction, 100 * halfWidth) + " %" : Numbers.percent(fraction);
    }

    private static Section explanation(CodeFacts code) {
        CodeFacts.ObjectFacts object = java.util.Objects.requireNonNull(code.explain());
        List<Integer> counts = IntStream.rangeClosed(0, code.servers()).boxed().toList();
        List<Column<Integer>> columns = List.of(
                Column.number("answers", j -> Integer.toString(j)),
                Column.number(
                        "recover it, group decoding",
                        j -> recovered(object.unrecoveredGroups(), object.unrecoveredGroupsHalfWidth95(), j)),
                Column.number(
                        "recover it, linear decoding",
                        j -> recovered(object.unrecoveredLinear(), object.unrecoveredLinearHalfWidth95(), j)));
        String systematic = object.systematicServer() == null
                ? "no server stores it alone"
                : "server " + object.systematicServer() + " stores it alone";
        return new Section(
                "Object " + object.object() + " of " + code.code() + ": " + systematic + "; recovery groups: "
                        + groups(object.recoveryGroups()),
                new Table<>(columns, counts),
                Stream.concat(
                                Stream.of("answers: servers that have answered, any of the " + code.servers()
                                        + ", all sets of that size equally likely."),
                                Cautions.missing(code.code(), object.missing()))
                        .toList());
    }

    private static String recovered(
            @Nullable List<Double> unrecovered, @Nullable List<Double> halfWidths, int answers) {
        return unrecovered == null
                ? Numbers.NONE
                : percent(1 - unrecovered.get(answers), halfWidths == null ? 0 : halfWidths.get(answers));
    }

    private static String groups(@Nullable List<List<Integer>> groups) {
        if (groups == null) {
            return "not listed";
        }
        String list = groups.stream()
                .limit(GROUPS_SHOWN)
                .map(group -> group.stream().map(Object::toString).collect(Collectors.joining(",", "{", "}")))
                .collect(Collectors.joining(" "));
        int hidden = groups.size() - GROUPS_SHOWN;
        return groups.isEmpty() ? "none" : hidden > 0 ? list + " and " + hidden + " more" : list;
    }

    private static String orNone(@Nullable Object value) {
        return value == null ? Numbers.NONE : value.toString();
    }

    /** One mean with its half-width, or the range of several. */
    private static String means(@Nullable Object value, @Nullable Object halfWidth) {
        if (value instanceof Double mean && halfWidth instanceof Double error) {
            return Numbers.estimate(mean, error);
        }
        return (halfWidth == null ? "" : "~") + values(value);
    }

    /** One value, or the range of several. */
    private static String values(@Nullable Object fact) {
        if (fact instanceof List<?> several && several.get(0) instanceof Double) {
            DoubleSummaryStatistics range =
                    several.stream().mapToDouble(each -> (Double) each).summaryStatistics();
            String least = Numbers.brief(range.getMin());
            String most = Numbers.brief(range.getMax());
            return least.equals(most) ? least : least + ".." + most;
        }
        if (fact instanceof List<?> several) {
            List<String> distinct = several.stream()
                    .map(CodesCommand::values)
                    .distinct()
                    .sorted()
                    .toList();
            return distinct.size() == 1 ? distinct.get(0) : distinct.get(0) + ".." + distinct.get(distinct.size() - 1);
        }
        if (fact instanceof Availability both) {
            return "(" + both.groupSize() + "," + both.groups() + ")";
        }
        return fact instanceof Double number ? Numbers.brief(number) : orNone(fact);
    }
}
