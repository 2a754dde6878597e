import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type * as Scalars from 'graphql-scalars'

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('graphql-scalars')), 'scalars')

/** The library has only one entry, of 84 files: 30 ms of each start, and 4 MB, for four scalars. */
function load<Name extends keyof typeof Scalars>(name: Name, file: string) {
  return (require(join(folder, file)) as Pick<typeof Scalars, Name>)[name]
}

export const GraphQLDateTime = load('GraphQLDateTime', 'iso-date/DateTime.js')
export const GraphQLJSONObject = load('GraphQLJSONObject', 'json/JSONObject.js')
export const GraphQLSafeInt = load('GraphQLSafeInt', 'SafeInt.js')
export const GraphQLUUID = load('GraphQLUUID', 'UUID.js')
