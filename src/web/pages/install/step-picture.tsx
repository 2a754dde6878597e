import type { ReactNode } from 'react'

export type Device = 'television' | 'phone' | 'computer'
export type Step = 'install' | 'address' | 'code' | 'password'

const digits = [0, 1, 2, 3, 4, 5]
const apps = [0, 1, 2]

/** What stands on the screen, drawn 64 wide and 40 high. */
const screens: Readonly<Record<Step, ReactNode>> = {
  install: (
    <>
      {apps.map((column) => (
        <rect key={column} x={8 + column * 18} y={8} width={12} height={12} rx={3} />
      ))}
      <rect className="mark" x={26} y={8} width={12} height={12} rx={3} />
      <path className="mark line" d="M32 24v9m-4-4 4 4 4-4" />
    </>
  ),
  address: (
    <>
      <rect x={8} y={9} width={22} height={4} rx={2} />
      <rect className="line" x={8} y={17} width={48} height={11} rx={3} />
      <path className="mark line" d="M13 22.5h22m3-3v6" />
    </>
  ),
  code: (
    <>
      <rect x={20} y={8} width={24} height={4} rx={2} />
      {digits.map((place) => (
        <rect
          className="mark"
          key={place}
          x={9 + place * 8}
          y={18}
          width={6}
          height={11}
          rx={1.5}
        />
      ))}
    </>
  ),
  password: (
    <>
      <rect className="line" x={8} y={6} width={48} height={10} rx={3} />
      <rect x={13} y={9} width={20} height={4} rx={2} />
      <rect className="line" x={8} y={22} width={48} height={10} rx={3} />
      {digits.slice(0, 5).map((place) => (
        <circle className="mark" key={place} cx={15 + place * 6} cy={27} r={1.8} />
      ))}
    </>
  ),
}

/** The outline of a device, and where its screen is. */
const devices: Readonly<Record<Device, { readonly outline: ReactNode; readonly place: string }>> = {
  television: {
    outline: (
      <>
        <rect className="line" x={8} y={4} width={80} height={50} rx={4} />
        <path className="line" d="M36 60h24m-12-6v6" />
      </>
    ),
    place: 'translate(16 9)',
  },
  phone: {
    outline: (
      <>
        <rect className="line" x={30} y={3} width={36} height={58} rx={5} />
        <path className="line" d="M44 57h8" />
      </>
    ),
    place: 'translate(32 20) scale(0.5)',
  },
  computer: {
    outline: (
      <>
        <rect className="line" x={14} y={5} width={68} height={46} rx={3} />
        <path className="line" d="M6 57h84" />
      </>
    ),
    place: 'translate(19.2 10) scale(0.9)',
  },
}

/** One step on one device, as a drawing for those who see; the words beside it say the same. */
export function StepPicture({ device, step }: { device: Device; step: Step }) {
  const { outline, place } = devices[device]
  return (
    <svg className="step" viewBox="0 0 96 64" aria-hidden="true">
      {outline}
      <g transform={place}>{screens[step]}</g>
    </svg>
  )
}
