import { useState } from 'react'

type Props = {
  /** Path of the picture; null: there is none. */
  readonly path: string | null
  readonly title: string
}

/** A picture of a title, which keeps its place while it loads; the title itself where there is none. */
export function Poster({ path, title }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <div className="poster">
      {path === null || path === failed ? (
        <span>{title}</span>
      ) : (
        <img
          src={path}
          alt={title}
          title={title}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(path)}
        />
      )}
    </div>
  )
}
