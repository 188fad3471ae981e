package org.fetchlab.cli.report;

/** JSON: one object, indented. */
final class JsonRenderer implements Renderer {
    @Override
    public String render(Report report) {
        return ResultTree.MAPPER.writeValueAsString(ResultTree.of(report)) + "\n";
    }
}
