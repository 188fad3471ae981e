package org.fetchlab.cli.study;

/** What a request asks for. */
public enum RequestKind {
    /** One object of the code. */
    ONE_OBJECT,
    /** All objects of the code. */
    WHOLE_FILE
}
