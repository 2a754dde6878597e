import { afterAll, describe, expect, it } from 'vitest'
import { forbidden, mark, startChildrenHome } from '../support/children-home.ts'
import type { RequestOptions } from '../support/service.ts'

const { service, owner, ids, gentle, playlist, kim, bob } = await startChildrenHome(afterAll)
const all = [...Object.values(ids), gentle, playlist, ...Object.values(forbidden)]

type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: { readonly type?: string; readonly enum?: readonly string[] }
}
type Paths = Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>

/** A value for a question about this id; null: left out. */
function valueOf({ name, required, schema: own }: Parameter, id: string): string | null {
  if (/ids?$/i.test(name)) return id
  if (own?.enum) return required ? own.enum[0]! : null
  if (name === 'type') return id.startsWith('tt2') ? 'series' : 'movie'
  if (!required) return null
  return own?.type === 'integer' || own?.type === 'number' ? '2026' : id
}

function pathOf(path: string, parameters: readonly Parameter[], id: string): string {
  const query = new URLSearchParams()
  let filled = path
  for (const one of parameters) {
    const value = valueOf(one, id)
    if (one.name === 'filter') query.set('filter.recursive', 'true')
    else if (one.in === 'path') filled = filled.replace(`{${one.name}}`, encodeURIComponent(id))
    else if (one.in === 'query' && value !== null) query.set(one.name, value)
  }
  return `/rest${filled}?${query}`
}

/** Paths below `/rest` whose answers tell something of what is forbidden. */
async function telling(token: string): Promise<readonly string[]> {
  const { paths } = (await service.request('/rest/openapi.json')).body as unknown as {
    paths: Paths
  }
  const found = new Set<string>()
  for (const [path, { get }] of Object.entries(paths)) {
    const parameters = get?.parameters ?? []
    const takesIds = parameters.some((one) => valueOf(one, 'x') === 'x')
    for (const id of get ? (takesIds ? all : ['']) : []) {
      const asked = pathOf(path, parameters, id)
      const headers = { authorization: `Bearer ${token}` }
      const { text } = await service.request(asked, {
        headers,
        signal: AbortSignal.timeout(30_000),
      })
      const isNamed = Object.values(ids).some((one) => text.includes(one) && one !== id)
      if (isNamed || text.toLowerCase().includes(mark)) found.add(path)
    }
  }
  return [...found]
}

describe('What a user may not watch', () => {
  it('is told at no path below /rest, unlike to others', { timeout: 180_000 }, async () => {
    expect(await telling(kim.token)).toEqual([])
    expect((await telling(bob.token)).length).toBeGreaterThan(10)
  })

  it('is found by no search over REST, which takes the credentials of no user', async () => {
    const path = `/api/v1/search?type=movie&id=${forbidden.film}`
    const refused: RequestOptions[] = [
      { headers: { authorization: `Bearer ${kim.token}` } },
      { headers: { 'x-emby-token': kim.token } },
      { auth: { uuid: `${owner.uuid}/Kim`, password: owner.password } },
      { auth: { uuid: owner.uuid, password: kim.token } },
    ]
    for (const format of ['', '&format=true', '&format=stremio']) {
      for (const init of refused) {
        const { status, text } = await service.request(path + format, init)
        expect([status, text.includes(mark)]).toEqual([400, false])
      }
      expect((await service.request(path + format, { auth: owner })).text).toContain(mark)
    }
  })
})
