import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { click, fill, openPages, openSignedIn, press, shows } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)

async function open(config: object) {
  const owner = await service.createUser(config)
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, 'rules')
  const saved = async () => {
    const { data } = await service.graphql('{ me(raw: true) { userData } }', { auth: owner })
    return data.me.userData
  }
  const compareAndSave = async () => {
    await press(page, 'Compare and save')
    await press(page, 'Save')
    await shows(page, 'Saved.')
  }
  return { owner, page, saved, compareAndSave }
}

describe.skipIf(noChromium)('Rules', () => {
  it('of the parent are shown, copied with the first change, and named as reasons', async () => {
    const parent = await service.createUser({
      filters: { quality: { exclude: ['CAM', 'TS'] } },
      limits: { total: 7 },
    })
    const { page, saved, compareAndSave } = await open({
      parentConfig: { uuid: parent.uuid, password: parent.password },
    })
    await shows(page, 'Some of this comes from the parent configuration.')
    await shows(page, '2 values left out')
    await click(page, '::-p-xpath(//label[.="Left out"])')
    await shows(page, 'There are 7 better ones already.')
    await click(page, '::-p-xpath(//button[starts-with(normalize-space(.), "Kind of release")])')
    await click(page, '::-p-aria([name="Leave these out"][role="combobox"])')
    await click(page, '::-p-xpath(//*[@role="option"][.="SCR"])')
    await shows(page, '3 values left out')
    await compareAndSave()
    expect((await saved()).filters).toEqual({ quality: { exclude: ['CAM', 'TS', 'SCR'] } })
  }, 60_000)

  it('of others are not undone, once a person has taken them', async () => {
    const { owner, page } = await open({ name: 'Family' })
    await press(page, 'Small files')
    await shows(page, 'are not saved')
    await service.request('/api/v1/user', {
      method: 'PUT',
      auth: owner,
      json: { config: { name: 'Family', limits: { total: 9 } } },
    })
    await press(page, 'Compare and save')
    await press(page, 'Save')
    await press(page, 'Take theirs')
    await shows(page, 'Everything is saved.')
    const isOff = () =>
      page.$eval('::-p-xpath(//button[.="Undo"])', (button) => button.matches('[disabled]'))
    expect(await until('no way back', isOff, Boolean)).toBe(true)
  }, 60_000)

  it('take points below zero', async () => {
    const { page, saved, compareAndSave } = await open({ name: 'Family' })
    await click(page, '::-p-xpath(//button[starts-with(normalize-space(.), "Expressions")])')
    await press(page, 'Add points')
    await fill(page, 'Where this is true', 'size > 10 * GB')
    await click(page, '::-p-aria([name="Points"])')
    await page.keyboard.down('Control')
    await page.keyboard.press('a')
    await page.keyboard.up('Control')
    await page.keyboard.type('-25')
    await compareAndSave()
    expect((await saved()).filters.expressions.score).toEqual([
      { expression: 'size > 10 * GB', score: -25 },
    ])
  }, 60_000)
})
