import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { senderOf, signInApp } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { openPages, openSignedIn, seriousFaults, shows } from '../support/web-pages.ts'

const filename = 'Film.0.1950.2160p.BluRay.x265-GRP.mkv'
const { source } = await startFilmSource({
  films: 1,
  series: 0,
  stream: { behaviorHints: { filename, videoSize: 27_000_000_000 } },
  ends: afterAll,
})
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const home = await service.createUser({
  sources: [source],
  mediaServer: { owner: { name: 'Olga' } },
})
const { token } = await signInApp(service.url, home)
const send = senderOf(service.url, token)
const [film] = (await send('/Items?recursive=true&includeItemTypes=Movie')).body.Items
const [version] = (await send(`/Items/${film.Id}/PlaybackInfo`, {})).body.MediaSources

const report = (ending: string, minutes: number, values: object = {}) =>
  send(`/Sessions/Playing${ending}`, {
    ItemId: film.Id,
    MediaSourceId: version.Id,
    PositionTicks: minutes * 60 * 10_000_000,
    ...values,
  })

/** When the film ends, as a clock of the zone shows it. */
async function endIn(timeZone: string): Promise<string> {
  const query = '{ sessions { nowPlaying { reportedAt positionMs durationMs } } }'
  const { data } = await service.graphql(query, { auth: home })
  const { reportedAt, positionMs, durationMs } = data.sessions[0].nowPlaying
  const end = Date.parse(reportedAt) + durationMs - positionMs
  return new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone }).format(end)
}

describe.skipIf(noChromium)('What plays now', () => {
  it.each(['UTC', 'Asia/Kolkata'])(
    'is followed with its picture, place, end, version and bitrate, and how it is carried: %s',
    async (timeZone) => {
      const { page, troubles } = await openPages(service.url)
      await page.emulateTimezone(timeZone)
      await openSignedIn(page, service.url, home, 'dashboard')
      await shows(page, 'Nobody is watching right now.')
      const part = (path = '') => `::-p-xpath(//section[.//h2[.="Now playing"]]${path})`
      const seen = () => page.$eval(part(), (one) => (one as HTMLElement).innerText)
      const says = (text: string) => until(text, seen, (all) => all.includes(text))

      const placeMs = (text: string) => {
        const [, ...clock] = /(\d+):(\d\d):(\d\d) \/ 1:30:00/.exec(text) ?? []
        const [hours = NaN, minutes = NaN, seconds = NaN] = clock.map(Number)
        return ((hours * 60 + minutes) * 60 + seconds) * 1_000
      }
      /** As far on as it was reported and as the time since then. */
      const showsPlace = async (reportedMs: number, sentAt: number, later = 0) => {
        const text = await until('the place', seen, (all) => placeMs(all) >= reportedMs + later)
        expect(placeMs(text)).toBeLessThanOrEqual(reportedMs + Date.now() - sentAt)
      }

      const begunAt = Date.now()
      await report('', 0)
      await showsPlace(0, begunAt)
      const sentAt = Date.now()
      const progressMs = 22.5 * 60_000
      await report('/Progress', 22.5)
      await showsPlace(progressMs, sentAt)
      await showsPlace(progressMs, sentAt, 3_000)
      const text = (await seen()).replaceAll(/\s+/g, ' ')
      expect(text).toContain('Film 0')
      expect(text).toContain('Olga · ')
      expect(text).toContain(
        ` / 1:30:00 · until ${(await endIn(timeZone)).replaceAll(/\s/g, ' ')} 2160p · Films · 40 Mbit/s · Directly from its server`,
      )
      const announced = (words: string) =>
        page.$eval(part(`//*[contains(text()[1], "${words}")]`), (one) =>
          one.closest('[aria-live]')?.getAttribute('aria-live'),
        )
      expect([await announced('Film 0'), await announced('/ 1:30:00')]).toEqual(['polite', 'off'])
      const [bar, shown] = await page.$eval(part(), (one) => [
        one.querySelector('[role=progressbar]')!.getAttribute('aria-valuenow'),
        (one as HTMLElement).innerText,
      ])
      expect(Number(bar)).toBeCloseTo((placeMs(shown!) / (90 * 60_000)) * 100, 0)
      expect(await page.$eval(part('//img'), (picture) => picture.getAttribute('src'))).toMatch(
        /^\/Items\/[^/]+\/Images\/Primary\?/,
      )
      expect(await seriousFaults(page)).toEqual([])

      await report('/Progress', 23, { IsPaused: true })
      await says('0:23:00 / 1:30:00')
      const paused = await seen()
      expect(paused.toLowerCase()).toContain('paused')
      expect(paused).not.toContain('until')
      await report('/Stopped', 23)
      await says('Nobody is watching right now.')
      expect(troubles).toEqual([])
    },
    60_000,
  )
})
