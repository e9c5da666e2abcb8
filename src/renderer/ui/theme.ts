import { useSession } from '../session'

const values = new Map<string, string>()

/** The current theme, and whether the past is shown. It is the cache key of everything that is drawn with its colours. */
export type Appearance = `${'dark' | 'light'}-${'now' | 'past'}`

/** The value of a colour token. A token never changes within one appearance, so each is read once. */
export function token(appearance: Appearance, name: string): string {
  const key = `${appearance}${name}`
  let value = values.get(key)
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
    values.set(key, value)
  }
  return value
}

/** Sets the theme on the document, now and whenever it changes. It runs before React renders, so that canvases read the right colours. */
export function followTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  // With forced colours, canvases follow the system's dark or light scheme.
  const forced = matchMedia('(forced-colors: active)')
  const apply = (): void => {
    const { desk, cursor, appearance } = useSession.getState()
    const theme = desk.theme === 'system' || forced.matches ? (system.matches ? 'dark' : 'light') : desk.theme
    const time = cursor === undefined ? 'now' : 'past'
    const next: Appearance = `${theme}-${time}`
    if (next === appearance && document.documentElement.dataset['time']) return
    document.documentElement.dataset['theme'] = theme
    document.documentElement.dataset['time'] = time
    useSession.setState({ appearance: next })
  }
  useSession.subscribe(apply)
  system.addEventListener('change', apply)
  forced.addEventListener('change', apply)
  apply()
}
