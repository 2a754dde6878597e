import type { MediaQuery, Stream } from '../../model/search-result.ts'
import { serviceName, serviceShortName } from '../display/services.ts'
import { type Fields, queryFields, streamFields } from '../fields.ts'
import type { RenderState, View } from './state.ts'

const displayFields = {
  ...streamFields,
  type: ['text', ({ type }) => type],
  originalName: ['text', ({ originalName }) => originalName],
  originalDescription: ['text', ({ originalDescription }) => originalDescription],
  regexNames: ['texts', ({ regexNames }) => regexNames],
  regexScore: ['number', ({ regexScore }) => regexScore],
  expressionScore: ['number', ({ expressionScore }) => expressionScore],
} as const satisfies Fields<Stream>

const serviceFields = {
  id: ['text', ({ service }) => service],
  name: ['text', ({ service }) => service && serviceName(service)],
  short: ['text', ({ service }) => service && serviceShortName(service)],
} as const satisfies Fields<Stream>

export type Root = {
  readonly read: (state: RenderState) => unknown
  readonly fields: ReadonlyMap<string, (state: RenderState) => unknown>
}

/** `service` is absent where the stream has none; `addon` is the source's name. */
export const roots: ReadonlyMap<string, Root> = new Map([
  ['stream', rootOf(displayFields, (state): Stream => state.stream)],
  ['query', rootOf(queryFields, (state): MediaQuery => state.query)],
  ['service', serviceRoot()],
  ['addon', { read: ({ stream }: RenderState) => stream.addon, fields: new Map() }],
])

function rootOf<T>(table: Fields<T>, subjectOf: (state: RenderState) => T): Root {
  const fields = new Map(
    Object.entries(table).map(([name, [, read]]) => [
      name,
      (state: RenderState) => read(subjectOf(state)),
    ]),
  )
  return {
    fields,
    read: (state): View => ({ field: (name) => fields.get(name)?.(state) }),
  }
}

function serviceRoot(): Root {
  const { fields, read } = rootOf(serviceFields, (state): Stream => state.stream)
  return { fields, read: (state) => (state.stream.service === null ? null : read(state)) }
}
