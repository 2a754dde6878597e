import type { MediaQuery, Stream } from '../../model/search-result.ts'
import { type Fields, type FieldType, queryFields, streamFields } from '../fields.ts'

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

export class QueryView {
  subject: MediaQuery | null = null
}

/** One object for all streams: its getters read the stream that is set. */
export class StreamView {
  subject: Stream | null = null
  readonly query = new QueryView()
}

/** Absent text is empty, absent numbers compare as false with anything, absent booleans are false. */
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
