import { describe, expect, it } from 'vitest'
import type { SourceStream } from '../../src/model/source.ts'
import { hash, link, parse } from '../support/parse-stream.ts'
import { parsedFile } from '../support/streams.ts'

describe('parse', () => {
  describe('names', () => {
    const file = 'Show.S05E14.1080p.WEB-DL.x264-GRP.mkv'
    const folder = 'Show.S01-S05.COMPLETE.1080p.WEB-DL.x264-GRP'
    const facts = '👤 1 💾 1 GB ⚙️ Site'

    it.each<{
      rule: string
      raw: Partial<SourceStream>
      filename: string | null
      folderName: string | null
    }>([
      { rule: 'the stated file name', raw: { filename: file }, filename: file, folderName: null },
      {
        rule: 'the folder of a stated path',
        raw: { filename: `${folder}/${file}` },
        filename: file,
        folderName: folder,
      },
      {
        rule: 'the first line as the folder of a stated file',
        raw: { filename: file, description: `${folder}\n${facts}` },
        filename: file,
        folderName: folder,
      },
      {
        rule: 'no folder where the line repeats the file',
        raw: { filename: file, description: `${file.slice(0, -4)}\n${facts}` },
        filename: file,
        folderName: null,
      },
      {
        rule: 'folder, then file',
        raw: { description: `${folder}\n${file}\n${facts}` },
        filename: file,
        folderName: folder,
      },
      {
        rule: 'marked folder and file',
        raw: { description: `📁 ${folder}\n📄 ${file}` },
        filename: file,
        folderName: folder,
      },
      {
        rule: 'marked file, then folder',
        raw: { description: `📄 ${file}\n📁 ${folder}` },
        filename: file,
        folderName: folder,
      },
      {
        rule: 'a single line',
        raw: { description: `${file}\n${facts}` },
        filename: file,
        folderName: null,
      },
      {
        rule: 'a line with facts behind the name',
        raw: { description: `${file} ${facts}` },
        filename: file,
        folderName: null,
      },
      {
        rule: 'a labelled name',
        raw: { description: `Quality: 1080p\nName: ${file}\nSize: 1 GB` },
        filename: file,
        folderName: null,
      },
      {
        rule: 'a marked name without any sign of a release',
        raw: { description: '📄 The Pilot' },
        filename: 'The Pilot',
        folderName: null,
      },
      {
        rule: 'a title with its year',
        raw: { description: 'The Matrix (1999)\n1080p' },
        filename: 'The Matrix (1999)',
        folderName: null,
      },
      {
        rule: 'the last part of the address',
        raw: { url: `https://h.example/d/x/${file.replaceAll('.', '%2E')}?t=1`, description: 'HD' },
        filename: file,
        folderName: null,
      },
      {
        rule: 'a name in the label',
        raw: { name: `Source\n${file}` },
        filename: file,
        folderName: null,
      },
    ])('takes $rule', ({ raw, filename, folderName }) => {
      expect(parse({ infoHash: hash, ...raw })).toMatchObject({ filename, folderName })
    })

    it.each([
      'Download 1080p WEB-DL',
      '1080p BluRay x265',
      'Your account does not support 4K',
      'Released in 2020 by somebody',
      '4K DV | HDR',
      'Quality: 1080p',
      'Server 1 - 1080p',
      'Provider 1080p',
      'Enjoy the film',
      '12 Monkeys',
    ])('does not take "%s" for a name', (description) => {
      expect(parse({ description, infoHash: hash })).toMatchObject({
        filename: null,
        folderName: null,
      })
    })

    it('lets the file number itself and fills what it leaves out from the folder', () => {
      const names = {
        [file]: { title: 'Show', seasons: [5], episodes: [14], resolution: '1080p' as const },
        [folder]: {
          title: 'Show',
          seasons: [1, 2, 3, 4, 5],
          releaseGroup: 'GRP',
          flags: ['complete' as const],
        },
      }
      expect(
        parse({ filename: file, description: folder, infoHash: hash }, names).parsedFile,
      ).toEqual(
        parsedFile({
          title: 'Show',
          seasons: [5],
          episodes: [14],
          resolution: '1080p',
          releaseGroup: 'GRP',
          flags: ['complete'],
        }),
      )
    })

    it('takes the title from the folder where the file name says little', () => {
      const names = {
        '05 - Pilot.mkv': { title: 'Pilot', episodes: [5] },
        [folder]: { title: 'Show', seasons: [2], resolution: '1080p' as const },
      }
      const raw = { filename: '05 - Pilot.mkv', description: folder, infoHash: hash }
      expect(parse(raw, names).parsedFile).toMatchObject({
        title: 'Show',
        seasons: [2],
        episodes: [5],
      })
    })

    it('reads technical tags from the label where no name has them, and nothing else', () => {
      const names = {
        'Source 4k DV': {
          title: 'Source',
          year: 1999,
          resolution: '2160p' as const,
          visualTags: ['DV' as const],
        },
      }
      expect(parse({ name: 'Source\n4k DV', url: link }, names).parsedFile).toEqual(
        parsedFile({ resolution: '2160p', visualTags: ['DV'] }),
      )
    })
  })
})
