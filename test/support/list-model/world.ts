import type { Item } from './items.ts'
import { catalogs, episodes, films, newEpisodeAt, shows, unknown } from './titles.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- of an answer that the test reads as it is
type Send = (path: string) => Promise<any>

/** Everything that lists can be about, opened once, and the ids of what it is called. */
export async function readWorld(send: Send) {
  const library: Record<string, string> = {}
  for (const path of ['/UserViews', '/Genres', '/Studios', '/Persons'])
    for (const { Name, Id } of (await send(path)).Items) library[Name] = Id
  const fields = 'fields=DateCreated&recursive=true'
  const listed = (await send(`/Items?${fields}&includeItemTypes=Movie,Series`)).Items as {
    Id: string
    Name: string
    DateCreated: string
  }[]
  const byName = new Map(listed.map((one) => [one.Name, one]))
  const titles = [...films, ...shows].map((title): Item => {
    const own = byName.get(title.name)!
    return {
      id: own.Id,
      kind: title.type === 'movie' ? 'Movie' : 'Series',
      name: title.name,
      libraries: catalogs.flatMap(({ name, titles: ids }) => (ids.includes(title.id) ? name : [])),
      series: null,
      title,
      episode: null,
      createdAt: Date.parse(own.DateCreated),
    }
  })
  const parts: Item[] = []
  for (const series of titles.filter(({ kind }) => kind === 'Series')) {
    if (unknown.includes(series.title.id)) continue
    await send(`/Items/${series.id}`)
    const { Items } = await send(`/Shows/${series.id}/Episodes`)
    for (const [index, episode] of episodes(series.title.id).entries()) {
      if (Items[index].Name !== episode.title) throw new Error(`no ${episode.title}`)
      const createdAt = Date.parse(Items[index].DateCreated)
      const { libraries, title } = series
      const own = { id: Items[index].Id, name: episode.title, libraries, series, title, episode }
      parts.push({ ...own, kind: 'Episode', createdAt })
    }
  }
  library['the new episode'] = newEpisodeAt()
  return { world: [...titles, ...parts], library }
}
