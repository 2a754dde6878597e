import { Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div>
      <Title order={1} size="h2">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" mt={4}>
          {children}
        </Text>
      )}
    </div>
  )
}
