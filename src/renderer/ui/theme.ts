import { useSession } from '../session'

const values = new Map<string, string>()

/** The theme that is on the screen, with what the moment does to it; a key for whatever is drawn with its colours. */
export type Look = `${'dark' | 'light'}-${'now' | 'past'}`

/** The value of a colour token in a look. Tokens never change while a look is on, so each is read once. */
export function token(look: Look, name: string): string {
  const key = `${look}${name}`
  let value = values.get(key)
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
    values.set(key, value)
  }
  return value
}

/** Puts theme and moment on the document, now and whenever they change; before React draws, so that canvases read the right colours. */
export function followTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  // Where the system gives the ground its colour, what is painted on it keeps to the same side.
  const forced = matchMedia('(forced-colors: active)')
  const apply = (): void => {
    const { desk, cursor, look } = useSession.getState()
    const theme = desk.theme === 'system' || forced.matches ? (system.matches ? 'dark' : 'light') : desk.theme
    const moment = cursor === undefined ? 'now' : 'past'
    const next: Look = `${theme}-${moment}`
    if (next === look && document.documentElement.dataset['moment']) return
    document.documentElement.dataset['theme'] = theme
    document.documentElement.dataset['moment'] = moment
    useSession.setState({ look: next })
  }
  useSession.subscribe(apply)
  system.addEventListener('change', apply)
  forced.addEventListener('change', apply)
  apply()
}
