import { manifestPath } from './upstream.ts'

/** Sources of `count` streams each. */
export function sourcesOf(upstreamUrl: string, sources: number, count: number) {
  return Array.from({ length: sources }, (_, source) => ({
    type: 'stremio',
    url: `${upstreamUrl}${manifestPath(source, count)}`,
  }))
}

/** A configuration that uses every part of the pipeline, as somebody who cares would write it. */
export function richConfiguration(upstreamUrl: string, sources: number, count: number) {
  return {
    sources: sourcesOf(upstreamUrl, sources, count),
    filters: {
      resolution: { exclude: ['240p', '360p'], prefer: ['2160p', '1080p', '720p'] },
      quality: {
        exclude: ['CAM', 'TS', 'TC', 'SCR'],
        prefer: ['BluRay REMUX', 'BluRay', 'WEB-DL'],
      },
      encode: { exclude: ['XviD'], prefer: ['HEVC', 'AV1'] },
      visualTag: { exclude: ['3D'], prefer: ['DV', 'HDR10+', 'HDR'] },
      audioTag: { prefer: ['Atmos', 'TrueHD', 'DTS-HD MA'] },
      language: { include: ['English'], exclude: ['Russian'], prefer: ['English', 'French'] },
      releaseGroup: { exclude: ['LAMA', 'EVO'], prefer: ['FraMeSToR', 'FLUX', 'NTb'] },
      keyword: { exclude: ['line audio', 'workprint', 'sample'] },
      regex: {
        exclude: [
          '(?i)\\b(hc|hardcoded)\\b',
          '(?i)\\b(upscaled?|ai.?enhanced)\\b',
          '(?i)\\.(iso|rar)$',
        ],
        prefer: [
          { pattern: '(?i)\\b(framestor|ctrlhd|don|ebp|hifi)\\b', score: 100, name: 'first tier' },
          { pattern: '(?i)\\b(flux|ntb|cmrg|playweb)\\b', score: 80, name: 'web tier' },
          { pattern: '(?i)\\bremux\\b', score: 50, name: 'remux' },
          { pattern: '(?i)\\b(dv|dovi|dolby.?vision)\\b.*\\bhdr', score: 30, name: 'DV and HDR' },
          { pattern: '(?i)\\b(ddp?|eac3).?5\\.1.*atmos', score: 20, name: 'streaming Atmos' },
          { pattern: '(?i)\\bhybrid\\b', score: 10, name: 'hybrid' },
          { pattern: '(?i)s\\d{2}e\\d{2}.*\\b(repack|proper)\\b', score: 5, name: 'repaired' },
        ],
      },
      size: { max: 120e9, movies: { min: 300e6 }, series: { min: 50e6, max: 40e9 } },
      seeders: { min: 1 },
      expressions: {
        exclude: ['seeders < 2.0 && size > 60.0 * GB'],
        score: [{ expression: '"Atmos" in audioTags && resolution == "2160p"', score: 15 }],
      },
    },
    dedupe: { enabled: true, keys: ['infoHash', 'filename', 'smart'] },
    sort: {
      global: [
        { by: 'expressionScore' },
        { by: 'regexScore' },
        { by: 'cached' },
        { by: 'resolution' },
        { by: 'quality' },
        { by: 'visualTag' },
        { by: 'audioTag' },
        { by: 'encode' },
        { by: 'language' },
        { by: 'size' },
        { by: 'seeders' },
      ],
    },
    limits: { total: 400, resolution: 120, indexer: 100, releaseGroup: 60 },
    formatter: {
      name: '{{ addon }} {{ stream.resolution | default: "?" }}{% if stream.visualTags %} {{ stream.visualTags | join: " " }}{% endif %}',
      description:
        '{{ stream.title }}{% if stream.year %} ({{ stream.year }}){% endif %}\n{{ stream.quality }} {{ stream.encode }} {{ stream.audioTags | join: " · " }}\n{{ stream.size | bytes }}{% if stream.seeders %} 👤 {{ stream.seeders }}{% endif %} {{ stream.indexer }}\n{{ stream.languages | flags | join: " " }}{% if stream.regexNames %} ★ {{ stream.regexNames | join: ", " }}{% endif %}',
    },
  }
}
