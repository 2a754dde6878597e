import { describe, expect, it } from 'vitest'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'

describe('the release group', () => {
  it.each([
    ['behind the last hyphen', 'Paper.Lanterns.2016.1080p.BluRay.x264-OAK', 'OAK'],
    ['before the ending', 'Paper.Lanterns.2016.1080p.BluRay.x264-OAK.mkv', 'OAK'],
    ['before an indexer in brackets', 'Lights.S01E01.WEB.h264-OAK[rartv]', 'OAK'],
    ['before a site in brackets', 'Lights.S01E01.WEB.h264-OAK[site.co.uk].mkv', 'OAK'],
    ['before what a repost adds', 'Lights.2016.1080p.x264-OAK-xpost', 'OAK'],
    ['behind an episode', 'Lights - S01E12-Oak[TGx]', 'Oak'],
    ['behind a spaced hyphen', 'Lights 2016 1080p ESubs - OAK', 'OAK'],
    ['the first of two', 'Lights 2016 Hindi 1080p AC3 ESubs - OAK - Elm', 'OAK'],
    ['that ends in Raws', 'Lights - 11 (720p)-Oak-Raws[TGx]', 'Oak-Raws'],
    ['that begins with one letter', 'Lights.2016.1080p.x264-O-4K5', 'O-4K5'],
    ['with dots', 'Lights.2016.1080p.x264-O.A.K', 'O.A.K'],
    ['with digits only', 'Lights.1080p.BluRay.x264-1920', '1920'],
    ['that reads like a language', 'Lights.2016.1080p.x264-FRENCH', 'FRENCH'],
    ['that reads like a source', 'Lights.DVDRip.XviD-CAM', 'CAM'],
    ['in a bracket of tags', 'Lights (2016) [1080p.WEB-DL.H264.AC3-Oak] [Lektor PL]', 'Oak'],
    ['at the end of a bracket of tags', 'Lights (2016) (1080p BluRay x265 AAC 5.1 Oak)', 'Oak'],
    ['that is a site', 'Lights (2016) [1080p] [YTS.MX]', 'YTS.MX'],
    ['that is a site behind a hyphen', 'Lights.2016.1080p.x264-YTS.AG', 'YTS.AG'],
    ['in the last bracket', 'Lights Season 23 720p WEB-DL x264 [o_k]', 'o_k'],
    ['behind by', 'Lights (2012) - 720p H264 Ita Eng by OakTree', 'OakTree'],
    ['of a fansub', '[Oak Time] Lantern - 220 - Tide.mkv', 'Oak Time'],
    ['of a fansub with a number', '[224] Lantern - 14 [1080p].mkv', '224'],
    ['behind a tag rather than in front', '[Elm] Lights.S05E13.1080p.x264-OAK', 'OAK'],
  ])('%s', (_where, name, group) => {
    expect(parseReleaseName(name).releaseGroup).toBe(group)
  })

  it.each([
    'Lights (2014) - S02E03.mp4',
    'Lights 2009 S01E14 English HDTV XviD LOL',
    'the-lantern-files-502.mkv',
    'Lights - S01E01 - Low Tide [HDTV-720p]',
    'Lights.S02E01.720p.WEB-DL.DD5.1.H.264.mkv',
    'Lights.2013.1080p.BluRay.REMUX.AVC.DTS-X.MA.5.1',
    '[www.site.org] Lights 2016 1080p',
    '[TGx] Lights 2016 1080p',
    'Moth-Lantern Story.mkv',
  ])('is not invented in %s', (name) => {
    expect(parseReleaseName(name).releaseGroup).toBeNull()
  })
})
