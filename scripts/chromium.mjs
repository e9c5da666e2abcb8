// Where a Chromium is that tests and screenshots can drive. Node's own modules only.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPS = ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** What Playwright turns off (its `disabledFeatures`): a list of ours takes the place of its own. */
const OFF_ALREADY =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,' +
  'PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,OptimizationHints,' +
  'NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies'

/** Arguments for a Chromium of tests: no network of its own, and no pages for an address bar that nobody sees, which cost as much as ours. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  `--disable-features=${OFF_ALREADY},WebUIOmniboxPopup,WebUIOmniboxAimPopup`
]

/** Path of a Chromium: CHROMIUM, then the search path and the usual places; undefined when there is none. */
export function findChromium() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const places = [process.env.CHROMIUM, ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...APPS]
  return places.find((path) => path && existsSync(path))
}
