package org.fetchlab.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.apache.commons.rng.UniformRandomProvider;
import org.fetchlab.model.random.RandomPurpose;
import org.fetchlab.model.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DepartureCalendarTest {
    @Test
    void aCalendarHasPagesForAsManyServersAsThereCanBe() {
        assertThat(DepartureCalendar.pages(1)).isEqualTo(1);
        assertThat(DepartureCalendar.pages(1000)).isEqualTo(64);
        assertThat(DepartureCalendar.pages(1 << 28)).isEqualTo(1 << 25);
        assertThat(DepartureCalendar.pages(1 << 29)).isEqualTo(1 << 25);
        assertThat(DepartureCalendar.pages(1 << 30)).isEqualTo(1 << 25);
    }

    private record Departure(double time, int server) {}

    /** Sizes right and wrong by factors of a thousand: pages overflow, and most departures lie beyond the last. */
    @ParameterizedTest
    @CsvSource({"1,1", "1,1000", "1000,1", "1000,1000", "1000000,1000", "0.001,1000", "30,64"})
    void departuresComeInTheOrderOfTheirTimesWhateverTheSizeOfTheCalendar(double departuresPerTime, int expected) {
        UniformRandomProvider random = new RandomStreams(3).stream(0, RandomPurpose.EVENTS);
        DepartureCalendar calendar = new DepartureCalendar(departuresPerTime, expected);
        PriorityQueue<Departure> sorted = new PriorityQueue<>(Comparator.comparingDouble(Departure::time));
        double now = 0;
        for (int i = 0; i < 20_000; i++) {
            now += -Math.log(random.nextDouble()) * (random.nextInt(500) == 0 ? 300 : 0.01);
            while (calendar.hasNext(now)) {
                assertThat(calendar.remove()).isEqualTo(sorted.remove().server());
            }
            assertThat(sorted.isEmpty() || sorted.peek().time() > now).isTrue();
            double finish = now - Math.log(random.nextDouble()) * (random.nextInt(50) == 0 ? 100 : 1);
            calendar.add(finish, i);
            sorted.add(new Departure(finish, i));
            assertThat(calendar.size()).isEqualTo(sorted.size());
        }
    }
}
