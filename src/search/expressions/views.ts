import type { MediaQuery, Stream } from '../../model/search-result.ts'
import { type Fields, type FieldType, queryFields, streamFields } from '../fields.ts'

/** The types of expressions, and how a value of ours becomes one. */
const types: Readonly<
  Record<FieldType, { readonly name: string; readonly convert: (value: unknown) => unknown }>
> = {
  text: { name: 'string', convert: (value) => bounded((value as string | null) ?? '') },
  number: { name: 'double', convert: (value) => value ?? Number.NaN },
  boolean: { name: 'bool', convert: (value) => value === true },
  texts: { name: 'list<string>', convert: (value) => value },
  numbers: { name: 'list<double>', convert: (value) => value },
}

const maxText = 1_000

/** A search as expressions see it. */
export class QueryView {
  subject: MediaQuery | null = null
}

/** A stream and its search as expressions see them: one object for all streams, whose getters read the stream that is set. */
export class StreamView {
  subject: Stream | null = null
  readonly query = new QueryView()
}

/** Names and types of the variables. Absent text is empty, an absent number compares as false with anything, an absent yes-or-no is no. */
export const streamTypes = defineGetters(StreamView.prototype, streamFields)
export const queryTypes = defineGetters(QueryView.prototype, queryFields)

function defineGetters<T>(prototype: object, fields: Fields<T>): Readonly<Record<string, string>> {
  const names: Record<string, string> = {}
  for (const [name, [type, read]] of Object.entries(fields)) {
    const { convert } = types[type]
    Object.defineProperty(prototype, name, {
      get(this: { readonly subject: T }) {
        return convert(read(this.subject))
      },
    })
    names[name] = types[type].name
  }
  return names
}

function bounded(text: string): string {
  return text.length > maxText ? text.slice(0, maxText) : text
}
