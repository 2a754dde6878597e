import { describe, expect, it } from 'vitest'
import type { ParsedFile } from '../../src/model/parsed-file.ts'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'

/** What tags say between the year and the group of a film. */
const tagged = (tags: string) => parseReleaseName(`Paper.Lanterns.2016.${tags}-OAK`)

/** Each row: tags, and what one field makes of them. */
function table<Field extends keyof ParsedFile>(
  field: Field,
  rows: readonly (readonly [string, ParsedFile[Field]])[],
): void {
  describe(`the ${field}`, () => {
    it.each(rows.map(([tags, value]) => ({ tags, value })))('of $tags', ({ tags, value }) => {
      const parsed = tagged(tags)
      expect(parsed[field]).toEqual(value)
      expect(parsed).toMatchObject({ title: 'Paper Lanterns', releaseGroup: 'OAK' })
    })
  })
}

table('resolution', [
  ['2160p.x265', '2160p'],
  ['4K.x265', '2160p'],
  ['UHD.BluRay.x265', '2160p'],
  ['1080p.UHD.BluRay.x265', '1080p'],
  ['1080i.HDTV.MPEG2', '1080p'],
  ['1920x800.x264', '1080p'],
  ['1280x528.x264', '720p'],
  ['640x480.x264', '480p'],
  ['1080p10bit.x265', '1080p'],
  ['BluRay1080p.x264', '1080p'],
  ['BluRay.x264', null],
])

table('quality', [
  ['1080p.BluRay.REMUX.AVC', 'BluRay REMUX'],
  ['REMUX.1080p.BluRay.AVC', 'BluRay REMUX'],
  ['BDRemux.1080p.AVC', 'BluRay REMUX'],
  ['NTSC.DVD.REMUX.MPEG2', 'DVD'],
  ['1080p.Blu-ray.x264', 'BluRay'],
  ['COMPLETE.BLURAY.AVC', 'BluRay'],
  ['1080p.WEB-DL.x264', 'WEB-DL'],
  ['1080p.WEBDL.x264', 'WEB-DL'],
  ['1080p.WEB.DL.x264', 'WEB-DL'],
  ['1080p.WEBRip.x264', 'WEBRip'],
  ['1080p.WEB-Rip.x264', 'WEBRip'],
  ['1080p.WEB.x264', 'WEB'],
  ['720p.WEB.HDRip.x264', 'HDRip'],
  ['HC.HDRip.x264', 'HC HD-Rip'],
  ['BDRip.x264', 'BDRip'],
  ['BRRip.x264', 'BRRip'],
  ['DVDRip.XviD', 'DVDRip'],
  ['PAL.MULTi.DVD9.MPEG2', 'DVD'],
  ['720p.HDTV.x264', 'HDTV'],
  ['WS.PDTV.XviD', 'TVRip'],
  ['DSR.XviD', 'SATRip'],
  ['PPVRip.XviD', 'PPVRip'],
  ['PPV.1080p.WEB.h264', 'WEB'],
  ['DVDSCR.XviD', 'SCR'],
  ['HDTC.x264', 'TC'],
  ['TELESYNC.x264', 'TS'],
  ['TS.XviD', 'TS'],
  ['TS-Screener.XviD', 'TS'],
  ['HDCAM.x264', 'CAM'],
  ['CAM.XviD', 'CAM'],
  ['1080p.x264', null],
])

table('encode', [
  ['1080p.x264', 'AVC'],
  ['1080p.H.264', 'AVC'],
  ['1080p.AVC.Hi10P', 'AVC'],
  ['1080p.x265', 'HEVC'],
  ['1080p.H265', 'HEVC'],
  ['1080p.HEVC', 'HEVC'],
  ['1080p.AV1', 'AV1'],
  ['1080p.VP9', 'VP9'],
  ['1080p.VC-1', 'VC-1'],
  ['1080i.MPEG-2', 'MPEG-2'],
  ['DVDRip.XviD', 'XviD'],
  ['DVDRip.DivX', 'DivX'],
])

table('visualTags', [
  ['2160p.DV.HDR10Plus.x265', ['DV', 'HDR10+']],
  ['2160p.DoVi.HDR10+.x265', ['DV', 'HDR10+']],
  ['2160p.Dolby.Vision.HDR.x265', ['DV', 'HDR']],
  ['2160p.HDR10.x265', ['HDR10']],
  ['2160p.HLG.x265', ['HLG']],
  ['2160p.SDR.10bit.x265', ['SDR', '10bit']],
  ['1080p.10-bit.x265', ['10bit']],
  ['1080p.3D.Half-SBS.x264', ['3D']],
  ['1080p.HOU.x264', ['3D']],
  ['IMAX.1080p.x264', ['IMAX']],
])

table('audioTags', [
  ['1080p.DTS-HD.MA.5.1.x264', ['DTS-HD MA']],
  ['1080p.DTS-HD.HRA.5.1.x264', ['DTS-HD']],
  ['1080p.DTS-X.7.1.x264', ['DTS:X']],
  ['1080p.DTS.x264', ['DTS']],
  ['1080p.TrueHD.Atmos.7.1.x264', ['Atmos', 'TrueHD']],
  ['1080p.DDP5.1.Atmos.x264', ['DD+', 'Atmos']],
  ['1080p.DDPA5.1.x264', ['DD+', 'Atmos']],
  ['1080p.DD+5.1.x264', ['DD+']],
  ['1080p.E-AC-3.5.1.x264', ['DD+']],
  ['1080p.AC3.x264', ['DD']],
  ['1080p.AC3D.x264', ['DD']],
  ['1080p.DD5.1.x264', ['DD']],
  ['1080p.HE-AAC2.0.x264', ['AAC']],
  ['1080p.FLAC2.0x2.x264', ['FLAC']],
  ['1080p.LPCM.2.0.x264', ['PCM']],
  ['1080p.Opus.5.1.x264', ['Opus']],
  ['DVDRip.mp3.XviD', ['MP3']],
])

table('audioChannels', [
  ['1080p.DTS-HD.MA.7.1.x264', ['7.1']],
  ['1080p.DTS-ES.6.1.x264', ['6.1']],
  ['1080p.DDP51.x264', ['5.1']],
  ['1080p.6CH.x264', ['5.1']],
  ['1080p.5.1ch.x264', ['5.1']],
  ['1080p.AAC2.0.x264', ['2.0']],
  ['1080p.FLAC.1.0.x264', ['1.0']],
])

table('flags', [
  ['PROPER.1080p.x264', ['proper']],
  ['REPACK2.1080p.x264', ['repack']],
  ['EXTENDED.1080p.x264', ['extended']],
  ['UNRATED.1080p.x264', ['unrated']],
  ['4K.Remastered.1080p.x264', ['remastered']],
  ["Director's.Cut.1080p.x264", ['directorsCut']],
  ['Theatrical.Cut.1080p.x264', ['theatrical']],
  ['Unrated.Extended.1080p.x264', ['extended', 'unrated']],
  ['Extended.Unrated.1080p.x264', ['extended', 'unrated']],
  ['Extended.Theatrical.1080p.x264', ['extended', 'theatrical']],
  ['Theatrical.Unrated.Extended.1080p.x264', ['theatrical', 'extended', 'unrated']],
  ['Unrated.Directors.Cut.1080p.x264', ['unrated', 'directorsCut']],
  ['Extended.Directors.Cut.1080p.x264', ['extended', 'directorsCut']],
  ['Extended.Remastered.1080p.x264', ['extended', 'remastered']],
  ['Ultimate.Extended.Edition.1080p.x264', ['extended']],
  ['AI.Upscaled.2160p.x265', ['upscaled']],
  ['Uncensored.1080p.x264', ['uncensored']],
  ['COMPLETE.1080p.x264', ['complete']],
  ['1080p.Dual-Audio.x264', ['dubbed']],
  ['1080p.MSubs.x264', ['subbed']],
])

table('edition', [
  ["Director's.Cut.1080p.x264", "Director's Cut"],
  ['DC.1080p.x264', "Director's Cut"],
  ['The.Ultimate.Cut.1080p.x264', 'Ultimate Edition'],
  ['25th.Anniversary.Edition.1080p.x264', 'Anniversary Edition'],
  ['Open.Matte.1080p.x264', 'Open Matte'],
  ['1080p.x264', null],
])

table('network', [
  ['1080p.AMZN.WEB-DL.x264', 'Amazon'],
  ['1080p.NF.WEB-DL.x264', 'Netflix'],
  ['1080p.iT.WEB-DL.x264', 'iTunes'],
  ['1080p.MAX.WEB-DL.x264', 'HBO Max'],
  ['1080p.WEB-DL.x264', null],
])

describe('tags', () => {
  it('are found when spaces stand for dots', () => {
    const name = 'Paper Lanterns 2016 2160p NF WEB-DL DDP5 1 Atmos DV H 265-OAK'
    expect(parseReleaseName(name)).toMatchObject({
      audioTags: ['DD+', 'Atmos'],
      audioChannels: ['5.1'],
      visualTags: ['DV'],
      encode: 'HEVC',
      releaseGroup: 'OAK',
    })
  })

  it('are found in brackets of their own', () => {
    const name = 'Paper Lanterns (2016) [1080p] [BluRay] [DD] [5-1] [x264]'
    expect(parseReleaseName(name)).toMatchObject({
      resolution: '1080p',
      quality: 'BluRay',
      audioTags: ['DD'],
      audioChannels: ['5.1'],
      encode: 'AVC',
    })
  })

  it('of years that form a range say that all of it is there', () => {
    expect(parseReleaseName('Lanterns.Trilogy.1999-2003.1080p').flags).toContain('complete')
  })

  it('are not looked for in the names of episodes', () => {
    const name = 'Harbour.Lights.S01E05.The.French.Extended.Network.1080p.WEB.H264-OAK'
    expect(parseReleaseName(name)).toMatchObject({ languages: [], flags: [], edition: null })
  })
})

describe('the container', () => {
  it.each([
    ['Paper.Lanterns.2016.1080p-OAK.mkv', 'mkv'],
    ['Paper Lanterns 2016 1080p mp4', 'mp4'],
    ['Paper Lanterns [H264-mp4]', 'mp4'],
    ['Paper.Lanterns.2016.1080p-OAK.mkv.torrent', 'mkv'],
    ['Paper.Lanterns.2016.en.srt', 'srt'],
    ['Paper.Lanterns.2016.TS', null],
    ['Paper.Lanterns.2016.1080p-OAK.nzb', null],
    ['Mr. Lantern', null],
  ])('of %s', (name, container) => {
    expect(parseReleaseName(name).container).toBe(container)
  })
})
