import { restClient } from './extension-client.ts'
import { startFilmSource } from './film-source.ts'
import { senderOf, signInApp } from './media-client.ts'
import { startService } from './service.ts'
import type { Ending } from './ending.ts'

const users = [
  { name: 'Plain' },
  { name: 'Closed', private: true },
  { name: 'Hidden', hidden: true },
  { name: 'Guest', historyOf: 'owner' },
]
const second = 10_000_000

export type PlayedItem = { readonly Id: string; readonly Name: string }

/**
 * The household of Olga, Plain, Closed, who is private, Hidden, and Guest, who shares the history of Olga; each signed
 * in on a device of that name, with a source of films and series.
 */
export async function startActivityHome(ends: Ending, env: Record<string, string> = {}) {
  const source = await startFilmSource({ films: 6, series: 1, ends })
  const service = await startService({ RATE_LIMIT_SIGN_IN: 'off', ...env }, ends)
  const home = await service.createUser({
    sources: [source.source],
    mediaServer: { owner: { name: 'Olga' }, users },
  })
  const client = restClient([service.url])
  const { token } = await signInApp(service.url, home)
  const tokens: Record<string, string> = { Olga: token }
  const ids: Record<string, string> = {}
  for (const { name, id } of (await client.users(token)).users) ids[name] = id
  for (const { name } of users) {
    tokens[name] = (await client.switchTo(token, ids[name]!, '')).token
  }
  const path = '/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName'
  const { body } = await senderOf(service.url, token)(path)
  const films = body.Items as PlayedItem[]

  return {
    service,
    source: source.source,
    home,
    ids,
    tokens,
    films,

    /** Plays an item from a place in seconds up to another; films of the source take 5,400. */
    async watch(name: string, item: PlayedItem, to = 5_400): Promise<void> {
      const send = senderOf(service.url, tokens[name]!)
      const report = (ending: string, seconds: number) =>
        send(`/Sessions/Playing${ending}`, { ItemId: item.Id, PositionTicks: seconds * second })
      await report('', 0)
      await report('/Stopped', to)
    },

    /** Answers the data, or the code of the first error. */
    async ask(name: string, query: string, variables: object = {}) {
      const headers = { authorization: `Bearer ${tokens[name]!}` }
      const { data, errors } = await service.graphql(query, { variables, headers })
      return errors === undefined ? data : (errors[0]!.extensions?.code ?? errors[0]!.message)
    },
  }
}
