import {
  type DefinitionNode,
  isTypeDefinitionNode,
  Kind,
  parse,
  print,
  type TypeDefinitionNode,
  type TypeNode,
  visit,
} from "graphql";

type Fields = Readonly<Record<string, readonly string[]>>;

/** Returns the schema with the given fields only, and with the types that these need. */
export function slimSchema(text: string, fields: Fields): string {
  const types = new Map<string, TypeDefinitionNode>();
  for (const node of parse(text, { noLocation: true }).definitions)
    if (isTypeDefinitionNode(node)) types.set(node.name.value, slimType(node, fields));
  const kept = new Map<string, DefinitionNode>();
  const keep = (name: string): void => {
    const type = types.get(name);
    if (type === undefined || kept.has(name)) return;
    kept.set(name, type);
    visit(type, {
      NamedType: ({ name: { value } }) => (isInterface(types, value) ? undefined : keep(value)),
    });
  };
  for (const name of Object.keys(fields)) keep(name);
  const definitions = [...kept.values()].map((node) => withKeptInterfaces(node, kept));
  return `${print({ kind: Kind.DOCUMENT, definitions })}\n`;
}

function isInterface(types: ReadonlyMap<string, TypeDefinitionNode>, name: string): boolean {
  return types.get(name)?.kind === Kind.INTERFACE_TYPE_DEFINITION;
}

/** Drops descriptions, directives and the fields that are not wanted. */
function slimType(node: TypeDefinitionNode, fields: Fields): TypeDefinitionNode {
  const wanted = fields[node.name.value];
  return visit(node, {
    enter: (part) => ("description" in part ? { ...part, description: undefined } : undefined),
    Directive: () => null,
    FieldDefinition: (field) =>
      wanted === undefined || wanted.includes(field.name.value)
        ? { ...field, description: undefined }
        : null,
  });
}

/** Interfaces whose types are not described are left out. */
function withKeptInterfaces(
  node: DefinitionNode,
  kept: ReadonlyMap<string, DefinitionNode>,
): DefinitionNode {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION)
    return node;
  const interfaces = node.interfaces?.filter((type: TypeNode & { name: { value: string } }) =>
    kept.has(type.name.value),
  );
  return { ...node, interfaces: interfaces ?? [] };
}
