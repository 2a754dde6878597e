import { getLocalizationApi } from '@jellyfin/sdk/lib/utils/api/localization-api.js'
import { afterAll, describe, expect, it } from 'vitest'
import { checkAnswers } from '../../support/jellyfin-schema.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const service = await startService({}, afterAll)
const { app } = await signInApp(service.url, await service.createUser())
const answers = checkAnswers(app.axiosInstance, service.url)
const api = getLocalizationApi(app)

describe('The lists that apps choose from', () => {
  it('hold the languages of the world by name, with the codes that media files carry', async () => {
    const { data } = await api.getCultures()
    expect(data.length).toBeGreaterThan(180)
    expect(data.map(({ Name }) => Name)).toEqual(
      data.map(({ Name }) => Name).toSorted((a, b) => a!.localeCompare(b!, 'en')),
    )
    const by = (code: string) => data.find((one) => one.TwoLetterISOLanguageName === code)
    expect(by('de')).toEqual({
      Name: 'German',
      DisplayName: 'German',
      TwoLetterISOLanguageName: 'de',
      ThreeLetterISOLanguageName: 'ger',
      ThreeLetterISOLanguageNames: ['ger', 'deu'],
    })
    expect(by('ja')).toMatchObject({ Name: 'Japanese', ThreeLetterISOLanguageNames: ['jpn'] })
    const codes = data.flatMap((one) => [
      one.TwoLetterISOLanguageName,
      ...one.ThreeLetterISOLanguageNames!,
    ])
    expect(new Set(codes).size).toBe(codes.length)
    for (const { Name, ThreeLetterISOLanguageNames } of data) {
      expect(Name).not.toMatch(/^[a-z]{2,3}$/)
      for (const code of ThreeLetterISOLanguageNames!) expect(code).toMatch(/^[a-z]{3}$/)
    }
  })

  it('hold the countries of the world', async () => {
    const { data } = await api.getCountries()
    expect(data.length).toBeGreaterThan(240)
    expect(data.find(({ TwoLetterISORegionName }) => TwoLetterISORegionName === 'IS')).toEqual({
      Name: 'IS',
      DisplayName: 'Iceland',
      TwoLetterISORegionName: 'IS',
      ThreeLetterISORegionName: 'ISL',
    })
  })

  it('hold ratings by age, and the language of the service', async () => {
    const { data } = await api.getParentalRatings()
    const scores = data.flatMap(({ RatingScore }) => RatingScore?.score ?? [])
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    expect(data.find(({ Name }) => Name === 'PG-13')).toMatchObject({ Value: 13 })
    expect((await api.getLocalizationOptions()).data).toEqual([{ Name: 'English', Value: 'en-US' }])
  })

  it('are as the standard describes them', async () => {
    const before = answers.count()
    await api.getCultures()
    await api.getCountries()
    await api.getParentalRatings()
    await api.getLocalizationOptions()
    expect(answers.count() - before).toBe(4)
    expect(answers.problems).toEqual([])
  })
})
