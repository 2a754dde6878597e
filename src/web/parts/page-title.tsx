import { Text, Title } from '@mantine/core'
import { useLayoutEffect } from 'react'
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

/** Gives the title back to a page that was hidden meanwhile. */
function useDocumentTitle(title: string): void {
  useLayoutEffect(() => {
    const { title: before } = document
    document.title = title
    return () => void (document.title = before)
  }, [title])
}
