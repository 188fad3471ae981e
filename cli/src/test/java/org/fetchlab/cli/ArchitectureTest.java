package org.fetchlab.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rules between modules and packages, and what engines must not touch. */
@AnalyzeClasses(packages = "org.fetchlab", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final String MODEL = "org.fetchlab.model..";
    private static final String SIM = "org.fetchlab.sim..";
    private static final String FLUID = "org.fetchlab.fluid..";
    private static final String FORK_JOIN = "org.fetchlab.forkjoin..";
    private static final String CLI = "org.fetchlab.cli..";

    @ArchTest
    static final ArchRule modelDependsOnNoOtherModule = noClasses()
            .that()
            .resideInAPackage(MODEL)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SIM, FLUID, FORK_JOIN, CLI);

    @ArchTest
    static final ArchRule simulationDependsOnModelOnly = noClasses()
            .that()
            .resideInAPackage(SIM)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(FLUID, FORK_JOIN, CLI);

    @ArchTest
    static final ArchRule fluidLimitsDependOnModelOnly = noClasses()
            .that()
            .resideInAPackage(FLUID)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SIM, FORK_JOIN, CLI);

    @ArchTest
    static final ArchRule forkJoinAnalysisDependsOnModelOnly = noClasses()
            .that()
            .resideInAPackage(FORK_JOIN)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SIM, FLUID, CLI);

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("org.fetchlab.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule onlyTheCommandLinePrintsOrExits = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .accessField(System.class, "in")
            .orShould()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Throwable.class, "printStackTrace");

    @ArchTest
    static final ArchRule onlyTheCommandLineReadsFiles = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.nio.file..")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(java.io.File.class, java.io.FileReader.class, java.io.FileInputStream.class);

    @ArchTest
    static final ArchRule onlyTheCommandLineKnowsTheClock = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("java.time..");

    @ArchTest
    static final ArchRule chanceComesFromNamedStreams = noClasses()
            .that()
            .resideOutsideOfPackage(CLI)
            .should()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(
                    java.util.Random.class,
                    java.util.SplittableRandom.class,
                    java.util.concurrent.ThreadLocalRandom.class,
                    java.util.UUID.class);
}
