import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../support/activity-home.ts'
import { downloadsOf, noChromium } from '../support/browser.ts'
import { until } from '../support/until.ts'
import {
  answer,
  choose,
  click,
  fill,
  openPages,
  openSignedIn,
  press,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'

const olgas = await startActivityHome(afterAll)
const { service, home, films, ids, source } = olgas
const [first, second] = films as [(typeof films)[0], (typeof films)[0]]
await olgas.watch('Olga', first)
await olgas.watch('Olga', first)
await olgas.watch('Plain', second)

/** The section with this heading. */
const section = (title: string) => `//section[.//h2[normalize-space(.)="${title}"]]`

/** What the section says, once it has settled. */
async function linesOf(page: Page, title: string, wanted: string): Promise<string> {
  const read = () =>
    page.$$eval(`::-p-xpath(${section(title)})`, (found) =>
      found.map((one) => (one as unknown as { innerText: string }).innerText).join(),
    )
  return until(`${title} to tell ${wanted}`, read, (text) => text.includes(wanted))
}

async function open() {
  const { page, troubles } = await openPages(service.url)
  await openSignedIn(page, service.url, home, 'dashboard')
  return { page, troubles }
}

const playsOf = async (name: string): Promise<number> => {
  const { plays } = await olgas.ask(
    'Olga',
    'query ($id: ID!) { plays(filter: { users: [$id] }) { nodes { id } } }',
    {
      id: ids[name],
    },
  )
  return plays.nodes.length
}

describe.skipIf(noChromium)('On the dashboard', () => {
  it('streams at once and users are counted by day', async () => {
    const { page, troubles } = await open()
    const most = { 'Most streams at once per day': 1, 'Users per day': 2 }
    for (const [title, expected] of Object.entries(most)) {
      await linesOf(page, title, 'Table')
      await click(page, `::-p-xpath(${section(title)}//button[.="Table"])`)
      const cells = `::-p-xpath(${section(title)}//tbody/tr/td)`
      await page.waitForSelector(cells)
      const counts = await page.$$eval(cells, (found) =>
        found.map((one) => Number(one.textContent)),
      )
      expect(Math.max(...counts)).toBe(expected)
    }
    expect(troubles).toEqual([])
  }, 60_000)

  it('plays are counted by day and kind, in a chart that can be read as a table', async () => {
    const { page, troubles } = await open()
    await linesOf(page, 'Plays per day', 'Films')
    await click(page, `::-p-xpath(${section('Plays per day')}//button[.="Table"])`)
    const rows = `::-p-xpath(${section('Plays per day')}//tbody/tr)`
    await page.waitForSelector(rows)
    const days = await page.$$eval(rows, (found) =>
      found.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))),
    )
    const sums = [0, 1, 2].map((column) => days.reduce((sum, day) => sum + day[column]!, 0))
    expect(sums).toEqual([3, 0, 0])
    expect(troubles).toEqual([])
  }, 60_000)

  it('what was watched for too short a time for a chart of hours is said in words', async () => {
    const { page } = await open()
    for (const title of ['Hours by user', 'Hours by app']) {
      const text = await linesOf(page, title, 'In all less than a minute.')
      expect(text).not.toMatch(/not known|Nothing/)
    }
  }, 60_000)

  it('the titles that were watched most stand in order', async () => {
    const { page } = await open()
    const text = await linesOf(page, 'Watched most', second.Name)
    expect(text.indexOf(first.Name)).toBeLessThan(text.indexOf(second.Name))
    expect(text).toMatch(new RegExp(`1\\. ${first.Name}\\s+2 plays · < 1 min`))
    await click(page, `::-p-xpath(${section('Watched most')}//label[.="Hours"])`)
    await linesOf(page, 'Watched most', second.Name)
    expect(await seriousFaults(page)).toEqual([])
  }, 60_000)

  it('the history is that of one user, where one is chosen', async () => {
    const { page } = await open()
    await linesOf(page, 'History', second.Name)
    await choose(page, 'User', 'Plain')
    await until(
      'the plays of the other to go',
      () => linesOf(page, 'History', second.Name),
      (text) => !text.includes(first.Name),
    )
    await fill(page, 'Title', 'nothing of that name')
    const text = await linesOf(page, 'History', 'Nothing was watched in this time.')
    expect(text).not.toContain(second.Name)
  }, 60_000)

  it('the history is that of one title, where its name is pressed, until all are asked for', async () => {
    const { page, troubles } = await open()
    await linesOf(page, 'History', second.Name)
    await click(page, `::-p-aria([name="Every play of ${first.Name}"])`)
    const text = await until(
      'the other title to be gone',
      () => linesOf(page, 'History', first.Name),
      (shown) => !shown.includes(second.Name),
    )
    expect(text).toContain('All titles')
    expect(await seriousFaults(page)).toEqual([])
    await press(page, 'All titles')
    await linesOf(page, 'History', second.Name)
    expect(await page.evaluate('document.activeElement.closest("section").innerText')).toContain(
      'History',
    )
    expect(troubles).toEqual([])
    await page.close()
  }, 60_000)

  it('each line of the history has the picture of its title', async () => {
    const { page } = await open()
    await linesOf(page, 'History', second.Name)
    const pictures = await page.$$eval(`::-p-xpath(${section('History')}//img)`, (found) =>
      found.map((one) => one.getAttribute('src')),
    )
    expect(pictures).toHaveLength(3)
    expect(pictures[0]).toMatch(/^\/Items\/[^/]+\/Images\/Primary\?/)
  }, 60_000)

  it('one line is taken out of the history, with a question before, and leaves marks and the plays of others', async () => {
    await olgas.watch('Guest', first)
    await olgas.watch('Guest', second)
    const readEntries = () =>
      olgas.ask(
        'Olga',
        'query ($id: ID!) { history(userId: $id) { nodes { itemKey playCount lastPlayedAt } } }',
        { id: ids['Olga'] },
      )
    const before = await readEntries()
    expect(before.history.nodes).toHaveLength(2)
    const { page } = await open()
    await choose(page, 'User', 'Guest')
    await until(
      'the plays of the others to go',
      () => linesOf(page, 'History', 'Guest'),
      (text) => !text.includes('Plain ·'),
    )
    const named = `::-p-aria([name="Remove ${first.Name}"])`
    await click(page, named)
    await shows(page, `Forget this time that Guest watched ${first.Name}?`)
    expect(await seriousFaults(page)).toEqual([])
    await answer(page, 'Remove')
    await page.waitForSelector(named, { hidden: true })
    expect([await playsOf('Guest'), await playsOf('Olga')]).toEqual([1, 2])
    expect(await readEntries()).toEqual(before)
    await choose(page, 'Kind', 'Videos')
    await linesOf(page, 'History', 'Nothing was watched in this time.')
  }, 60_000)

  it('every source stands with how it answered', async () => {
    const { page } = await open()
    expect(await linesOf(page, 'How the sources answer', source.name)).toMatch(/99% within/)
  }, 60_000)

  it('a history is exported, cleared, and imported with a look at what it changes', async () => {
    const { page, troubles } = await open()
    const folder = await downloadsOf(page)
    await press(page, 'Export the history')
    const [file] = await until(
      'the export',
      () => readdirSync(folder).filter((name) => name.endsWith('.json')),
      (names) => names.length > 0,
    )
    const read = async () => {
      const [chooser] = await Promise.all([page.waitForFileChooser(), press(page, 'Import a file')])
      await chooser.accept([join(folder, file!)])
      await shows(page, `What ${file} would change`)
    }
    await read()
    await shows(page, 'Known already')
    await press(page, 'Cancel')

    await choose(page, 'Whose history to clear', 'Plain')
    await click(page, '::-p-aria([name="Clear the history of Plain"])')
    await answer(page, 'Clear the history')
    await shows(page, '1 entry was cleared.')
    expect(await playsOf('Plain')).toBe(0)
    expect(await playsOf('Olga')).toBe(2)

    await read()
    await shows(page, 'Cleared before, and left that way: 1')
    await press(page, 'Import it')
    await shows(page, `What ${file} has changed`)
    expect(await playsOf('Plain')).toBe(0)
    const { devices } = await olgas.ask('Olga', '{ devices { device { client } } }')
    expect(JSON.stringify(devices)).not.toContain('Configuration pages')
    expect(troubles).toEqual([])
  }, 60_000)
})
