import { afterAll, describe, expect, it } from 'vitest'
import { startChildrenHome } from '../../support/children-home.ts'
import { walkRoutes } from '../../support/children-routes.ts'

const home = await startChildrenHome(afterAll)
const { send, kim, bob } = home
const telling = walkRoutes(home)

describe('What a user may not watch', () => {
  it('is told by no route, whatever id or question it gets', { timeout: 120_000 }, async () => {
    expect(await telling(kim)).toEqual([])
    expect((await send(kim.token, 'GET', '/Users/Me')).status).toBe(200)
    expect((await send(kim.token, 'GET', '/Items?recursive=true')).text).toContain('meadow')
  })

  it('is told to others by all of these', { timeout: 120_000 }, async () => {
    expect((await telling(bob)).toSorted()).toMatchInlineSnapshot(`
      [
        "GET /Genres",
        "GET /Genres/:name",
        "GET /Items",
        "GET /Items/:itemId",
        "GET /Items/:itemId/Ancestors",
        "GET /Items/:itemId/Images/:type",
        "GET /Items/:itemId/Images/:type/:index",
        "GET /Items/:itemId/Images/:type/:index/:tag/:format/:maxWidth/:maxHeight/:percentPlayed/:unplayedCount",
        "GET /Items/:itemId/PlaybackInfo",
        "GET /Items/:itemId/Similar",
        "GET /Items/Filters",
        "GET /Items/Filters2",
        "GET /Items/Latest",
        "GET /Items/Suggestions",
        "GET /Movies/:itemId/Similar",
        "GET /Persons",
        "GET /Playlists/:playlistId",
        "GET /Playlists/:playlistId/Items",
        "GET /Search/Hints",
        "GET /Service/History",
        "GET /Service/History/Export",
        "GET /Sessions",
        "GET /Shows/:itemId/Similar",
        "GET /Shows/:seriesId/Episodes",
        "GET /Shows/:seriesId/Seasons",
        "GET /Shows/NextUp",
        "GET /Trailers/:itemId/Similar",
        "GET /UserItems/Resume",
        "GET /Users/:userId/Items/:itemId",
        "GET /Users/:userId/Items/Latest",
        "GET /Users/:userId/Items/Resume",
        "GET /Users/:userId/Suggestions",
        "GET /Videos/:itemId/:mediaSourceId/Subtitles/:index/:startTicks/Stream.:format",
        "GET /Videos/:itemId/:mediaSourceId/Subtitles/:index/Stream.:format",
        "GET /Videos/:itemId/stream",
        "GET /Videos/:itemId/stream.:container",
        "POST /Items/:itemId/PlaybackInfo",
      ]
    `)
  })
})
