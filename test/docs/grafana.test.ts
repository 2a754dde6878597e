import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccessToken } from '../support/access-tokens.ts'
import { startActivityHome } from '../support/activity-home.ts'
import { startAddon } from '../support/addon.ts'
import { senderOf } from '../support/media-client.ts'

type Column = { readonly selector: string; readonly text: string; readonly type: string }
type Target = {
  readonly datasource: { readonly type: string; readonly uid: string }
  readonly expr?: string
  readonly url?: string
  readonly root_selector?: string
  readonly columns?: readonly Column[]
  readonly url_options?: { readonly method: string; readonly body_graphql_query: string }
}
type Panel = {
  readonly id: number
  readonly title: string
  readonly targets?: readonly Target[]
  readonly options?: { readonly reduceOptions?: { readonly fields: string } }
  readonly transformations?: readonly { readonly id: string; readonly options: unknown }[]
}

const file = new URL('../../docs/grafana/dashboard.json', import.meta.url)
const dashboard = JSON.parse(readFileSync(file, 'utf8')) as {
  __inputs: { name: string; pluginId: string }[]
  templating: { list: { name: string; query: string }[] }
  panels: Panel[]
}
const targets = dashboard.panels.flatMap(({ title, targets: own = [] }) =>
  own.map((target) => ({ title, target })),
)
const ofInfinity = targets.filter(({ target }) => target.url_options !== undefined)
const ofPrometheus = targets.filter(({ target }) => target.expr !== undefined)

/** What Grafana puts in the place of its variables. */
function filled(text: string, days = 30): string {
  const now = Date.now()
  const values: Record<string, string> = {
    '__from:date:iso': new Date(now - days * 86_400_000).toISOString(),
    '__to:date:iso': new Date(now + 60_000).toISOString(),
    ...Object.fromEntries(dashboard.templating.list.map(({ name, query }) => [name, query])),
  }
  return text.replaceAll(/\$\{([^}]+)\}/g, (variable, name: string) => values[name] ?? variable)
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (inner === null ? null : (inner as Record<string, unknown>)[name]),
      value,
    )
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string' || typeof value === 'number',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  timestamp: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
}

describe('The dashboard for Grafana', () => {
  let home: Awaited<ReturnType<typeof startActivityHome>>
  let authorization: string
  let metrics: string
  const endings: (() => unknown)[] = []
  beforeAll(async () => {
    home = await startActivityHome((end) => void endings.push(end))
    const { service, films, tokens } = home
    await home.watch('Olga', films[0]!)
    await home.watch('Plain', films[1]!, 600)
    const send = senderOf(service.url, tokens['Plain']!)
    const [version] = (await send(`/Items/${films[2]!.Id}/PlaybackInfo`, {})).body.MediaSources
    const report = { ItemId: films[2]!.Id, MediaSourceId: version.Id, PositionTicks: 0 }
    await send('/Sessions/Playing', report)
    const scopes = ['ACTIVITY', 'SESSIONS', 'HEALTH']
    ;({ authorization } = await createAccessToken(service, home.home, { scopes }))
    const gone = await startAddon({ name: 'Gone', ends: (end) => void endings.push(end) })
    const other = await service.createUser({ sources: [gone.source] })
    await gone.close()
    for (let time = 1; time < 9; time++) {
      await service.request(`/api/v1/search?type=movie&id=tt000000${time}`, { auth: other })
    }
    metrics = (await service.request('/metrics')).text
  })
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  it('asks every panel of it, each with an id of its own', () => {
    const ids = dashboard.panels.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ofInfinity.length + ofPrometheus.length).toBe(targets.length)
    const inputs = dashboard.__inputs.map(({ name, pluginId }) => `${pluginId} \${${name}}`)
    for (const { target } of targets) {
      expect(inputs).toContain(`${target.datasource.type} ${target.datasource.uid}`)
    }
  })

  it.each(ofInfinity)('shows what the service answers: $title', async ({ target }) => {
    expect(filled(target.url!)).toBe('http://localhost:3000/graphql')
    const query = filled(target.url_options!.body_graphql_query)
    expect(query).not.toContain('${')
    const answer = await home.service.graphql(query, { headers: { authorization } })
    expect(answer.errors).toBeUndefined()
    const rows = at(answer, target.root_selector!) as unknown[]
    expect(rows.length).toBeGreaterThan(0)
    for (const { selector, type } of target.columns!) {
      const values = rows.map((row) => at(row, selector))
      expect({ selector, values }).not.toEqual({ selector, values: rows.map(() => undefined) })
      const known = values.filter((value) => value !== null && value !== undefined)
      expect({ selector, wrong: known.filter((value) => !types[type]!(value)) }).toEqual({
        selector,
        wrong: [],
      })
    }
  })

  /** The rows of a panel with the names of its columns, over so many days. */
  async function rowsOf(title: string, days: number) {
    const panel = dashboard.panels.find((one) => one.title === title)!
    const [target] = panel.targets!
    const query = filled(target!.url_options!.body_graphql_query, days)
    const answer = await home.service.graphql(query, { headers: { authorization } })
    const found = at(answer, target!.root_selector!) as unknown[]
    const rows = found.map((row) =>
      Object.fromEntries(target!.columns!.map(({ selector, text }) => [text, at(row, selector)])),
    )
    return { panel, rows }
  }

  it('shows each source once, also across New Year', async () => {
    const { panel, rows } = await rowsOf('Plays by source', 400)
    const sources = new Set(rows.map(({ Source }) => Source))
    expect(rows.length).toBeGreaterThan(sources.size)
    expect(panel.transformations).toEqual([
      {
        id: 'groupBy',
        options: {
          fields: {
            Source: { operation: 'groupby', aggregations: [] },
            Plays: { operation: 'aggregate', aggregations: ['sum'] },
          },
        },
      },
    ])
    // What Grafana calls the sum.
    expect(panel.options!.reduceOptions!.fields).toBe(String.raw`/^Plays \(sum\)$/`)
  })

  it('shows no device as playing that plays nothing', async () => {
    const { panel, rows } = await rowsOf('Playing now', 30)
    const [idle, playing] = [null, 'Plain'].map((user) =>
      rows.filter(({ Reported, User }) => (user ? User === user : (Reported ?? null) === null)),
    )
    expect(idle!.length).toBeGreaterThan(0)
    expect(playing).toMatchObject([{ Reported: expect.any(String) }])
    expect(panel.transformations).toEqual([
      {
        id: 'filterByValue',
        options: {
          type: 'exclude',
          match: 'any',
          filters: [{ fieldName: 'Reported', config: { id: 'isNull', options: {} } }],
        },
      },
    ])
  })

  it.each(ofPrometheus)('names what /metrics prints: $title', ({ target }) => {
    const names = target.expr!.match(/[a-z]\w*_\w+(?=[{[)])/g)!
    expect(names.length).toBeGreaterThan(0)
    const printed = new Set(metrics.split('\n').map((line) => /^\w+/.exec(line)?.[0]))
    expect(names.filter((name) => !printed.has(name))).toEqual([])
    const labels = [
      ...[...target.expr!.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list]) => list!.split(/, ?/)),
      ...[...target.expr!.matchAll(/\{(\w+)=/g)].map(([, label]) => label!),
    ]
    for (const label of labels)
      expect(metrics).toMatch(new RegExp(`^${names[0]}\\{.*\\b${label}="`, 'm'))
  })
})
