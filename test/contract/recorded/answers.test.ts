import { describe, expect, it, onTestFinished } from 'vitest'
import { walkAnime } from './walks/anime.ts'
import { walkHistory } from './walks/history.ts'
import { walkLists } from './walks/lists.ts'
import { walkPlaying } from './walks/playing.ts'
import { walkPlaylists } from './walks/playlists.ts'
import { walkSearches } from './walks/searches.ts'
import { walkSignIn } from './walks/sign-in.ts'
import { walkTitles } from './walks/titles.ts'
import { walkUnsupported } from './walks/unsupported.ts'
import { walkUsers } from './walks/users.ts'

const walks = {
  users: walkUsers,
  searches: walkSearches,
  anime: walkAnime,
  'sign-in': walkSignIn,
  lists: walkLists,
  titles: walkTitles,
  playing: walkPlaying,
  history: walkHistory,
  playlists: walkPlaylists,
  unsupported: walkUnsupported,
}

// `npm run record` writes the answers anew; a review shows what changes for apps.
describe('The answers to recorded requests', () => {
  it.each(Object.entries(walks))(
    'are what they were: %s',
    { timeout: 60_000 },
    async (name, walk) => {
      await expect(await walk(onTestFinished)).toMatchFileSnapshot(`answers/${name}.txt`)
    },
  )
})
