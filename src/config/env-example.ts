import { settingRows } from './settings.ts'

export function envExample(): string {
  const entries = Object.entries(settingRows).map(([name, row]) => {
    const fallback = row.fallback ?? row.fallbackNote ?? 'unset'
    return `# ${row.meaning}\n# default: ${fallback}\n#${name}=${row.example}\n`
  })
  return [
    '# Copy to .env and uncomment what you change. An empty value counts as unset.\n',
    ...entries,
  ].join('\n')
}
