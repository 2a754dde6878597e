import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { csvText } from './csv-text.ts'
import type { CsvLine } from './csv-text.ts'
import { useCopy } from './use-copy.ts'

/** Copies a table for a spreadsheet. */
export function CopyCsv({ lines }: { lines: () => readonly CsvLine[] }) {
  const { t } = useLingui()
  const { copy, outcome } = useCopy(() => csvText(lines()))
  const labels = { copied: t`Copied`, failed: t`Could not be copied` }
  return (
    <Button className="no-print" size="compact-xs" variant="subtle" onClick={copy}>
      {outcome ? labels[outcome] : t`Copy CSV`}
    </Button>
  )
}
