import { afterAll, describe, expect, it } from 'vitest'
import { startChildrenHome } from '../../support/children-home.ts'
import { walkSchema } from '../../support/children-schema.ts'

const home = await startChildrenHome(afterAll)
const { kim, bob } = home
const telling = walkSchema(home)

describe('What a user may not watch', () => {
  it('is told by no field of the schema, whatever id it gets', { timeout: 60_000 }, async () => {
    expect(await telling(kim)).toEqual([])
  })

  it('is told to others by all of these', { timeout: 60_000 }, async () => {
    expect((await telling(bob)).toSorted()).toMatchInlineSnapshot(`
      [
        "addon",
        "addonSubtitles",
        "addonTitle",
        "ancestors",
        "episodes",
        "exportHistory",
        "facets",
        "history",
        "item",
        "itemImages",
        "items",
        "latest",
        "names",
        "nextUp",
        "node",
        "nodes",
        "playUsers",
        "plays",
        "resume",
        "search",
        "seasons",
        "sessions",
        "similar",
        "topGenres",
        "topPeople",
        "topTitles",
        "versions",
        "yearInReview",
      ]
    `)
  })
})
