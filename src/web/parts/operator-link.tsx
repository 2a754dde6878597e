import { useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useInstance } from '../data/configuration.ts'

/** Shown if the instance has a page for its operator. */
export function OperatorLink() {
  const { t } = useLingui()
  if (!useInstance()?.operatorPage) return null
  return (
    <Anchor component={Link} to="/operator">
      {t`For the operator`}
    </Anchor>
  )
}
