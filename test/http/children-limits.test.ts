import { afterAll, describe, expect, it } from 'vitest'
import { blockedGenre, mark, startChildrenHome } from '../support/children-home.ts'
import { walkRoutes } from '../support/children-routes.ts'
import { walkSchema } from '../support/children-schema.ts'

describe.each([
  { limits: { blockUnrated: true }, isRated: false },
  { limits: { blockedGenres: [blockedGenre] }, isRated: true },
])('What a user may not watch with $limits', async (setting) => {
  const home = await startChildrenHome(afterAll, setting)
  const { send, limit, kim, bob } = home
  const listedTo = async ({ token }: typeof kim) =>
    (await send(token, 'GET', '/Items?recursive=true&includeItemTypes=Movie,Series')).text

  it('is told by no route, whatever id or question it gets', { timeout: 120_000 }, async () => {
    expect(await walkRoutes(home)(kim)).toEqual([])
    expect((await send(kim.token, 'GET', '/Users/Me')).status).toBe(200)
    expect(await listedTo(kim)).toContain('meadow')
    expect(await listedTo(bob)).toContain(mark)
  })

  it('is told by no field of the schema, whatever id it gets', { timeout: 120_000 }, async () => {
    expect(await walkSchema(home)(kim)).toEqual([])
  })

  it('is told as soon as the limit is gone', async () => {
    await limit({})
    expect(await listedTo(kim)).toContain(mark)
  })
})
