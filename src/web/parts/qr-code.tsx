import { useMemo } from 'react'
import { encode } from 'uqr'

/** Dark on light in every colour scheme, since not every camera reads the other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawn(text), [text])
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

function drawn(text: string) {
  const { data, size } = encode(text, { border: 3 })
  const dots = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return { path: dots.join(''), size }
}
