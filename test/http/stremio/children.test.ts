import { afterAll, describe, expect, it } from 'vitest'
import { forbidden, mark, startChildrenHome } from '../../support/children-home.ts'

const { service, owner, limit } = await startChildrenHome(afterAll)

async function answerOf(user: string, path: string) {
  const base = `/stremio/${owner.uuid}/${owner.token}/u/${user}`
  return (await service.request(`${base}/${path}`)).text
}

const catalog = async (user: string, path: string) =>
  (JSON.parse(await answerOf(user, path)) as { metas: { name: string }[] }).metas

async function films(user: string) {
  const manifest = JSON.parse(await answerOf(user, 'manifest.json'))
  const { id } = manifest.catalogs.find((one: { name: string }) => one.name === 'Films')
  return catalog(user, `catalog/movie/${encodeURIComponent(id)}.json`)
}

describe('The addon of a user who may not watch everything', () => {
  it('tells nothing of it on any route, unlike that of others', async () => {
    const manifest = JSON.parse(await answerOf('Bob', 'manifest.json'))
    const lists = (manifest.catalogs as { type: string; id: string }[]).flatMap(({ type, id }) => [
      `catalog/${type}/${encodeURIComponent(id)}.json`,
      `catalog/${type}/${encodeURIComponent(id)}/search=${mark}.json`,
      `catalog/${type}/${encodeURIComponent(id)}/genre=${mark} genre.json`,
    ])
    const titles = ['meta', 'stream', 'subtitles'].flatMap((resource) => [
      `${resource}/movie/${forbidden.film}.json`,
      `${resource}/series/${resource === 'meta' ? forbidden.show : forbidden.episode}.json`,
    ])
    const told = async (user: string) => {
      const found: string[] = []
      for (const path of [...lists, ...titles]) {
        if ((await answerOf(user, path)).toLowerCase().includes(mark)) found.push(path)
      }
      return found
    }
    expect(await told('Kim')).toEqual([])
    expect(await answerOf('Kim', 'manifest.json')).not.toContain(mark)
    expect(await told('Bob')).toEqual(expect.arrayContaining(titles))
  })

  it('tells nothing of a title that is asked for as another type', async () => {
    const asked = ['meta', 'stream', 'subtitles'].flatMap((resource) =>
      ['series', 'movie', 'anime', 'x'].flatMap((type) =>
        Object.values(forbidden).map((id) => `${resource}/${type}/${id}.json`),
      ),
    )
    for (const path of asked) {
      expect([path, (await answerOf('Kim', path)).includes(mark)]).toEqual([path, false])
    }
    expect(await answerOf('Bob', `meta/movie/${forbidden.show}.json`)).toContain(mark)
    expect((await films('Kim')).length).toBe(1)
  })

  it('lists what is left', async () => {
    const counts = [(await films('Bob')).length, (await films('Kim')).length]
    expect(counts).toEqual([2, 1])
  })

  it('names no genre that is blocked', async () => {
    expect(await answerOf('Bob', 'manifest.json')).toContain(`${mark} genre`)
    await limit({ blockedGenres: [`${mark} GENRE`] })
    expect(await answerOf('Kim', 'manifest.json')).not.toContain(mark)
    expect(await answerOf('Kim', `meta/movie/${forbidden.film}.json`)).not.toContain(mark)
  })
})
