import type { RunningService } from './service.ts'

type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

type Operation = {
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema?: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export type RestCall = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly json?: object
}

/** What ends the household or the sign-in of whoever calls it. */
const endsIt = /^(delete-user|change-password|update-user|sign-out|revoke-|switch-user)/

/**
 * Each operation of `/rest` with all that it requires: what the household has by its name, else something of the right
 * type. What ends sign-ins comes last.
 */
export async function restCalls(
  { request }: Pick<RunningService, 'request'>,
  known: Readonly<Record<string, unknown>>,
): Promise<readonly RestCall[]> {
  const document = (await request('/rest/openapi.json')).body as unknown as Document

  function valueOf(name: string, asked: Schema = {}): unknown {
    const schema = asked.$ref
      ? document.components.schemas[asked.$ref.split('/').at(-1)!]!
      : (asked.anyOf?.[0] ?? asked.allOf?.[0] ?? asked)
    if (schema.$ref) return valueOf(name, schema)
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
    if (type === 'array') return [known[name] ?? valueOf(name.replace(/s$/, ''), schema.items)]
    if (name in known) return known[name]
    if (schema.enum) return schema.enum[0]
    if (type === 'boolean') return true
    if (type === 'integer' || type === 'number') return 2026
    return schema.properties || type === 'object' ? objectOf(schema) : '2026-01-01'
  }

  function objectOf({ required = [], properties = {} }: Schema): object {
    return Object.fromEntries(required.map((name) => [name, valueOf(name, properties[name])]))
  }

  const text = (value: unknown) =>
    encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))

  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]): RestCall => {
      const asked = parameters.filter(({ required }) => required)
      const query = asked
        .filter((one) => one.in === 'query')
        .map(({ name, schema }) => {
          const value = valueOf(name, schema)
          return `${name}=${text(Array.isArray(value) ? value[0] : value)}`
        })
      const named = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
        text(valueOf(name, asked.find((one) => one.name === name)?.schema)),
      )
      const body = requestBody && Object.values(requestBody.content)[0]!.schema
      return {
        name: path.split('/')[1]!,
        method: method.toUpperCase(),
        path: `/rest${named}${query.length > 0 ? `?${query.join('&')}` : ''}`,
        ...(method === 'post' && { json: body ? (valueOf('', body) as object) : {} }),
      }
    }),
  )
  const isLast = ({ name }: RestCall) => Number(endsIt.test(name))
  return calls.toSorted((a, b) => isLast(a) - isLast(b))
}
