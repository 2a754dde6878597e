import { useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PageTitle } from '../parts/page-title.tsx'

export function UnknownPage() {
  const { t } = useLingui()
  return (
    <Stack className="page" align="start">
      <PageTitle title={t`There is no such page`} />
      <Button component={Link} to="/">{t`To the first page`}</Button>
    </Stack>
  )
}
