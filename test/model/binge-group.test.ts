import { expect, it } from 'vitest'
import { bingeGroupOf } from '../../src/model/binge-group.ts'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'

const groupOf = (name: string, bingeGroup: string | null = null) =>
  bingeGroupOf({ bingeGroup, addon: 'Alpha', service: null, parsedFile: parseReleaseName(name) })

it("A binge group tells releases of one group apart by range, sound and cut, and is the same for each episode's", () => {
  const names = ['', 'HDR10.', 'DV.', 'DV.HDR10.', 'DTS.', 'TrueHD.Atmos.', "Director's.Cut."]
  const groupsOf = (episode: number) =>
    names.map((variant) => groupOf(`Show.S01E0${episode}.2160p.WEB-DL.${variant}x265-GROUP.mkv`))
  expect(new Set(groupsOf(1)).size).toBe(names.length)
  expect(groupsOf(2)).toEqual(groupsOf(1))
  expect(groupsOf(1)[0]).toBe('Alpha|2160p|WEB-DL|GROUP')
  expect(groupsOf(1)[3]).toBe('Alpha|2160p|WEB-DL|GROUP|DV HDR10')
})

it('A binge group is that of the source where it names one', () => {
  expect(groupOf('Show.S01E01.2160p.DV.WEB-DL.mkv', 'own')).toBe('own')
})
