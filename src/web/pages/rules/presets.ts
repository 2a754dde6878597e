import type { Rules } from './rules.ts'

/** To begin with; each replaces the filters, the order and the limits. */
export const presets = {
  home4k: {
    filters: {
      quality: { exclude: ['CAM', 'TS', 'TC', 'SCR'] },
      resolution: { exclude: ['480p', '360p', '240p'] },
    },
    sort: {
      global: [
        { by: 'cached' },
        { by: 'resolution' },
        { by: 'quality' },
        { by: 'visualTag' },
        { by: 'audioTag' },
        { by: 'size' },
      ],
    },
    limits: { total: 60, resolution: 20 },
  },
  small: {
    filters: {
      quality: { exclude: ['BluRay REMUX', 'CAM', 'TS', 'TC', 'SCR'] },
      resolution: { exclude: ['2160p', '1440p'] },
      size: { max: 4_000_000_000 },
      encode: { prefer: ['AV1', 'HEVC'] },
    },
    sort: {
      global: [
        { by: 'cached' },
        { by: 'resolution' },
        { by: 'encode' },
        { by: 'size', direction: 'asc' },
      ],
    },
    limits: { total: 30 },
  },
  anime: {
    filters: {
      language: { prefer: ['Japanese', 'Dual Audio', 'Multi'] },
      quality: { exclude: ['CAM', 'TS'] },
      episode: { mode: 'contains' },
    },
    sort: {
      global: [
        { by: 'cached' },
        { by: 'language' },
        { by: 'resolution' },
        { by: 'quality' },
        { by: 'seeders' },
      ],
    },
    limits: { total: 60 },
  },
  children: {
    filters: {
      quality: { exclude: ['CAM', 'TS', 'TC', 'SCR'] },
      resolution: { exclude: ['2160p', '1440p'] },
      size: { max: 8_000_000_000 },
      title: { mode: 'exact' },
      year: { mode: 'contains' },
      keyword: { exclude: ['xxx', 'uncut', 'unrated'] },
    },
    sort: {
      global: [{ by: 'cached' }, { by: 'language' }, { by: 'resolution' }, { by: 'seeders' }],
    },
    limits: { total: 15 },
  },
} as const satisfies Record<string, Rules>

export type PresetName = keyof typeof presets
