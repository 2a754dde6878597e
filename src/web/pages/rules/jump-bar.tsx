import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'

export const ruleParts = { rules: 'rules-draft', result: 'rules-result' } as const

export function JumpBar() {
  const { t } = useLingui()
  return (
    <nav className="jump" aria-label={t`Parts of this page`}>
      <Button size="compact-md" variant="default" onClick={() => jumpTo(ruleParts.rules)}>
        {t`Rules`}
      </Button>
      <Button size="compact-md" onClick={() => jumpTo(ruleParts.result)}>
        {t`Result`}
      </Button>
    </nav>
  )
}

function jumpTo(id: string): void {
  const part = document.querySelector<HTMLElement>(`#${id}`)
  part?.scrollIntoView({ block: 'start' })
  part?.focus({ preventScroll: true })
}
