// Finds a Chromium for tests and screenshots. Uses only Node's own modules.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The headless shell first: it has no user interface of its own to lay out and draw, and the tests of the window take a fifth less processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPS = ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
const ON_WINDOWS = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe']

/** The features that Playwright disables (its `disabledFeatures`), repeated because our list replaces Playwright's. */
const OFF_ALREADY =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,' +
  'PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,OptimizationHints,' +
  'NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies'

/** Arguments for the tests' Chromium: no network use of its own, and no address bar pages, which are invisible and cost as much as ours. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  `--disable-features=${OFF_ALREADY},WebUIOmniboxPopup,WebUIOmniboxAimPopup`
]

/** The path of a Chromium: CHROMIUM, then the search path, then the usual places; undefined if there is none. */
export function findChromium() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? [])
  const programs = roots.flatMap((root) => ON_WINDOWS.map((path) => join(root, path)))
  const places = [process.env.CHROMIUM, ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...APPS, ...programs]
  return places.find((path) => path && existsSync(path))
}
