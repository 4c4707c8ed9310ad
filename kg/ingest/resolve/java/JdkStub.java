// Writes the signatures of a JDK's public classes, for typing calls that pass through them.
// Signatures only: no bodies, no comments, no constants. Needs a JDK 24 or newer (java.lang.classfile):
//
//     java kg/ingest/resolve/java/JdkStub.java kg/ingest/resolve/java/jdk.stub.gz
//
// One class a line, tab-separated: name with dots and $, flags, class signature, fields, members; in
// the notation of the JVM specification (4.7.9.1). Fields and members are separated by spaces:
// `flags.name:signature`. Flags: i interface, s static, a abstract, v varargs.
import java.lang.classfile.*;
import java.lang.classfile.attribute.*;
import java.lang.reflect.AccessFlag;
import java.io.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import java.util.zip.GZIPOutputStream;

public class JdkStub {
    static final List<String> ROOTS = List.of(
        "java.base/java", "java.base/javax", "java.desktop/java/beans", "java.sql/java/sql", "java.sql/javax/sql",
        "java.net.http/java", "java.logging/java", "java.xml/javax", "java.xml/org", "java.compiler/javax",
        "java.management/java", "java.management/javax/management", "java.naming/javax", "java.prefs/java",
        "java.rmi/java/rmi", "java.transaction.xa/javax", "java.scripting/javax", "java.instrument/java");

    public static void main(String[] arguments) throws Exception {
        FileSystem modules = FileSystems.getFileSystem(URI.create("jrt:/"));
        SortedMap<String, String> lines = new TreeMap<>();
        for (String root : ROOTS) {
            Path start = modules.getPath("/modules/" + root);
            if (!Files.exists(start)) continue;
            try (Stream<Path> files = Files.walk(start)) {
                for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".class"))::iterator) {
                    ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
                    String line = line(model);
                    if (line != null) lines.put(model.thisClass().asInternalName(), line);
                }
            }
        }
        try (OutputStream out = new GZIPOutputStream(new FileOutputStream(arguments[0])) {{ def.setLevel(9); }}) {
            String head = "# Signatures of the JDK " + Runtime.version().feature() + ", made by JdkStub.java; do not edit\n";
            out.write(head.getBytes(StandardCharsets.UTF_8));
            for (String line : lines.values()) out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
        System.out.println(lines.size() + " classes");
    }

    /** Public and protected ones, and the hidden class that StringBuilder inherits from. */
    static String line(ClassModel model) {
        String name = model.thisClass().asInternalName();
        int flags = model.flags().flagsMask();
        for (InnerClassInfo inner : model.findAttribute(Attributes.innerClasses()).map(InnerClassesAttribute::classes).orElse(List.of()))
            if (inner.innerClass().equals(model.thisClass())) {
                if (inner.outerClass().isEmpty()) return null;
                flags = inner.flagsMask();
            }
        if (!visible(flags) && !name.equals("java/lang/AbstractStringBuilder")) return null;
        String marks = (flags & 0x200) != 0 ? "i" : "";
        String fields = model.fields().stream().filter(f -> shown(f.flags().flagsMask())).map(JdkStub::field).collect(Collectors.joining(" "));
        String methods = model.methods().stream().filter(m -> shown(m.flags().flagsMask()) && !m.methodName().equalsString("<clinit>"))
            .map(JdkStub::method).collect(Collectors.joining(" "));
        return String.join("\t", name.replace('/', '.'), marks, signature(model), fields, methods);
    }

    static boolean visible(int flags) { return (flags & 0x5) != 0; }

    static boolean shown(int flags) { return visible(flags) && (flags & 0x1000) == 0; }

    static String signature(ClassModel model) {
        Optional<String> generic = model.findAttribute(Attributes.signature()).map(a -> a.signature().stringValue());
        return generic.orElseGet(() -> Stream.concat(model.superclass().stream(), model.interfaces().stream())
            .map(c -> "L" + c.asInternalName() + ";").collect(Collectors.joining()));
    }

    static String field(FieldModel field) {
        String type = field.findAttribute(Attributes.signature()).map(a -> a.signature().stringValue()).orElse(field.fieldType().stringValue());
        return ((field.flags().flagsMask() & 8) != 0 ? "s" : "") + "." + field.fieldName().stringValue() + ":" + type;
    }

    static String method(MethodModel method) {
        int flags = method.flags().flagsMask();
        String marks = ((flags & 8) != 0 ? "s" : "") + ((flags & 0x400) != 0 ? "a" : "") + ((flags & 0x80) != 0 ? "v" : "");
        String type = method.findAttribute(Attributes.signature()).map(a -> a.signature().stringValue()).orElse(method.methodType().stringValue());
        int thrown = type.indexOf('^');
        return marks + "." + method.methodName().stringValue() + ":" + (thrown < 0 ? type : type.substring(0, thrown));
    }
}
