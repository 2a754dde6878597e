import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCopy } from './use-copy.ts'

export type CsvLine = readonly (string | number)[]

/** Copies a table for a spreadsheet. */
export function CopyCsv({ lines }: { lines: () => readonly CsvLine[] }) {
  const { t } = useLingui()
  const { copy, outcome } = useCopy(() => csvOf(lines()))
  const labels = { copied: t`Copied`, failed: t`Could not be copied` }
  return (
    <Button className="no-print" size="compact-xs" variant="subtle" onClick={copy}>
      {outcome ? labels[outcome] : t`Copy CSV`}
    </Button>
  )
}

function csvOf(lines: readonly CsvLine[]): string {
  const quoted = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`
  return lines.map((line) => line.map(quoted).join(',')).join('\n')
}
