// What an action takes, as fields of a form, and what was filled in, as the text of JSON.

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const DEEPEST = 8;

// A schema with its references followed, and an "or nothing" left out: an empty field says that.
function plain(schema, root, depth = 0) {
  if (!isObject(schema) || depth > DEEPEST) return {};
  if (typeof schema.$ref === "string") {
    const found = schema.$ref.split("/").slice(1).reduce((at, name) => (isObject(at) ? at[name] : undefined), root);
    return { ...plain(found, root, depth + 1), ...schema };
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  const kinds = Array.isArray(choices) ? choices.filter((one) => one?.type !== "null") : [];
  return kinds.length === 1 ? { ...plain(kinds[0], root, depth + 1), ...schema } : schema;
}

function kindOf(schema) {
  if (Array.isArray(schema.enum)) return "choice";
  if (schema.type === "string") return schema.format === "password" || schema.writeOnly === true ? "secret" : "text";
  if (schema.type === "integer" || schema.type === "number") return "number";
  return schema.type === "boolean" ? "choice" : "json";
}

/** The fields of a form for the parameters of an action. `secret` names those that are not to be seen. */
export function fieldsOf(parameters, secret = []) {
  const given = isObject(parameters?.properties) ? parameters.properties : {};
  const required = Array.isArray(parameters?.required) ? parameters.required : [];
  return Object.entries(given).map(([name, part]) => {
    const schema = plain(part, parameters);
    const kind = secret.includes(name) ? "secret" : kindOf(schema);
    const options = schema.type === "boolean" ? [true, false] : kind === "choice" ? schema.enum : [];
    return {
      name,
      kind,
      options: options.map((option) => JSON.stringify(option)),
      required: required.includes(name),
      description: typeof schema.description === "string" ? schema.description : "",
      byDefault: schema.default === undefined || schema.default === null ? "" : JSON.stringify(schema.default),
    };
  });
}

// Numbers go out as they were written, with every digit; what is none goes out as text, and the gate says so.
function valueOf(field, text) {
  if (field.kind === "choice") return text;
  if (field.kind === "number") return NUMBER.test(text.trim()) ? text.trim() : JSON.stringify(text);
  if (field.kind !== "json") return JSON.stringify(text);
  JSON.parse(text);
  return text;
}

/**
 * What was filled in as the text of a JSON object; an empty field is left out, unless it is a text that is required.
 *
 * Throws an error with the `field` whose JSON is broken.
 */
export function argumentsText(fields, filled) {
  const parts = [];
  for (const field of fields) {
    const text = filled[field.name] ?? "";
    if (text === "" && !(field.required && field.kind === "text")) continue;
    try {
      parts.push(`  ${JSON.stringify(field.name)}: ${valueOf(field, text)}`);
    } catch (error) {
      throw Object.assign(error, { field: field.name });
    }
  }
  return parts.length ? `{\n${parts.join(",\n")}\n}` : "{}";
}
