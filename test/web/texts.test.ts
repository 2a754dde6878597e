import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatter } from '@lingui/format-po'
import config from '../../lingui.config.ts'
import { warningTexts } from '../../src/model/warning-texts.ts'

const context = { locale: 'en', sourceLocale: 'en', filename: 'en.po' }

async function textsOf(locale: string) {
  const files = config.catalogs!.map(({ path }) => `${path}.po`.replace('{locale}', locale))
  const parsed = files.map(async (file) => {
    const text = readFileSync(file.replace('<rootDir>', '.'), 'utf8')
    const catalog = await formatter().parse(text, { ...context, locale })
    return Object.entries(catalog)
  })
  return (await Promise.all(parsed)).flat()
}

describe.each(config.locales.filter((locale) => locale !== 'en'))('the texts in %s', (locale) => {
  it('are those of the pages, all translated', async () => {
    const english = await textsOf('en')
    const texts = await textsOf(locale)
    expect(texts.map(([id]) => id).sort()).toEqual(english.map(([id]) => id).sort())
    expect(
      texts.filter(([, { translation }]) => !translation).map(([, one]) => one.message),
    ).toEqual([])
  })

  it('keep the names of what is filled in', async () => {
    const named = (text = '') =>
      [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!).toSorted()
    for (const [, { message, translation }] of await textsOf(locale)) {
      expect(named(String(translation))).toEqual(named(message))
    }
  })
})

it('warnings say the same in English as the service says', async () => {
  const english = new Set((await textsOf('en')).map(([, { message }]) => message))
  expect(Object.values(warningTexts).filter((text) => !english.has(text))).toEqual([])
})
