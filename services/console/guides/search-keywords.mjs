/**
 * Words for the search that readers use and sections don't contain, by the address of the section below
 * `/docs/`. The build fails if a section does not exist.
 * @type {Readonly<Record<string, string>>}
 */
export const searchKeywords = {
  "quick-start#create-an-account": "signup sign up register registration join",
  "quick-start#create-an-api-key": "token secret bearer authenticate authorization",
  "quick-start#add-it-to-a-page":
    "twitter tweet discord telegram preview opengraph seo html tag alt text put picture photo show website web page featured image localhost",
  "signed-links": "sign url hmac",
  "operations#sign-up": "restrict allow registration",
  "signed-links#key-rotation": "rotate signing keys",
  "scaling#number-of-renderers": "add scale renderer workers more",
  "templates#lists-with-images": "list of images team portraits avatars",
  "signed-links#signature": "hmac sha256 algorithm",
  "signed-links#checking-a-link":
    "403 forbidden wrong signature invalid signature mismatch incorrect rejected does not match debug verify",
  "signed-links#functions": "code example snippet",
  "signed-links#javascript": "node nodejs js typescript",
  "signed-links#shell": "bash sh curl",
  "recipes#nextjs": "react vercel next og:image og image meta tags metadata",
  "recipes#eleventy-and-other-static-sites": "11ty static site generator ssg jekyll gatsby nodejs javascript",
  "recipes#sveltekit": "svelte vite",
  "recipes#other-frameworks":
    "static site generator ssg django flask laravel rails ruby symfony express nuxt vue angular",
  "recipes#your-own-domain":
    "custom domain own domain cname dns subdomain host name hostname url address white label whitelabel reverse proxy rewrite vercel netlify cloudflare image links",
  "recipes#rendering-all-cards-in-ci":
    "github actions gitlab workflow pipeline continuous integration build deploy prerender warm ci pipelines",
  "accounts#api-keys": "rotate rotation",
  "accounts#passkeys": "login log in sign in signin password webauthn fido 2fa",
  "accounts#recovery-codes": "cannot sign in lost passkey forgot password reset locked out",
  "accounts#sessions-and-security-events": "logout log out sign out devices audit",
  "accounts#export-and-deletion": "gdpr privacy close account remove data",
  "api#asynchronous-requests": "callback notification background job queue poll async",
  "api#batches": "bulk many multiple",
  "api#caching": "cache cached cdn hit miss",
  "api#errors": "error codes status code failure problem 400 500",
  "api#language": "i18n internationalization translation multiple languages multilingual",
  "limits#rate-limits": "429 too many requests throttle throttling",
  "limits#daily-quota": "429 pricing price plan billing cost costs spend spending budget max maximum limit",
  "brands#logos":
    "logo wordmark icon favicon missing not shown change replace set dark light background transparent png company",
  "brands#assets": "upload file",
  "brands#colors":
    "brand color colour colours theme palette dark mode accent second company corporate change",
  "go-live": "deploy deployment production publish launch host hosting server domain vps self-host selfhost",
  "go-live#tls": "https ssl certificate letsencrypt encrypt reverse proxy traefik apache",
  "go-live#nginx": "deploy behind tls",
  "go-live#checklist": "doctor",
  "operations#docker-compose": "container docker install installation",
  "operations#monitoring": "prometheus grafana metrics alerts dashboard",
  "templates#fonts": "typeface google fonts emoji",
  editor: "design designer visual drag drop figma canva logo",
  "template-publishing#change-the-fields-of-a-published-template":
    "breaking change migrate pin version unknown parameter rename field",
  webhooks: "webhook event callback",
  "webhooks#create-a-webhook": "add",
  "remote-images#remote-images": "photo picture cors hotlink image not showing missing broken blank",
  "quick-start#make-a-card": "download png jpg save export playground first",
  "check#wrong-or-old-image":
    "old stale wrong picture image cached refresh update changed facebook linkedin debugger not updating shows",
  check: "preview linkedin whatsapp slack facebook debugger validator test unfurl",
  "editor#images":
    "crop photo picture cut position focus too large big upload replace insert round circle icon size resize add icons my photos images pictures transparent png",
  "editor#texts-and-fields":
    "font upload list entries fit shrink smaller placeholder variable required multiline change text color bold headline make text a field dynamic text",
  "editor#square-story-and-small-link":
    "instagram story square size format portrait 1080 tiktok pinterest responsive",
  "editor#text-that-is-cut-off-or-missing":
    "text cut off too long overflow overflows truncated ellipsis disappeared lost list entries missing items",
  "editor#alignment-and-empty-space":
    "vertically vertical horizontally center centre centered middle align two elements text white whitespace",
  "editor#safe-areas":
    "safe zone margin bleed covered cut off whatsapp linkedin instagram facebook slack twitter preview hidden title thumbnail size",
  "template-publishing#starting-points": "copy design duplicate example gallery",
  "editor#mouse-and-keys":
    "undo redo shortcut shortcuts keyboard hotkey copy duplicate delete align snap lock hide group free position overlap",
  "brands#fonts": "upload add font typeface custom own google fonts woff",
  "brands#backgrounds": "background image pattern texture decoration",
  "brands#file-sizes-and-formats": "svg upload file format big large size picture png jpg webp",
  "limits#uploads": "upload file photo picture image too large big size limit mb maximum",
  "template-publishing#drafts": "draft save autosave lost unsaved discard",
  "template-publishing#reviews":
    "review share feedback approve approval comment client colleague link team collaborate",
  "template-publishing#publishing": "publish version restore rollback history archive delete template",
  client: "javascript sdk library npm",
  engine: "engine library sdk npm nodejs build script static site offline without server render",
  "template-publishing#import-html": "import html convert upload template paste",
  "template-files":
    "git local repository files folder command line cli vs code editor ide developer terminal",
  "template-files#set-up": "install npm npx placard-client placard-render package cli command line",
  "template-files#preview-and-check": "local preview watch hot reload lint placard-render test offline",
  "template-files#together-with-a-designer":
    "designer developer team collaborate conflict draft overwrite merge",
  "template-files#convert-a-card":
    "convert satori vercel og next/og takumi tailwind jsx react import migrate placard-render",
  "api#scale": "retina hidpi 2x resolution sharp blurry",
  "api#file-size": "file size too large bytes kb whatsapp compress smaller",
  "template-properties": "css works supported",
  "templates#layout": "flexbox flex grid columns rows",
  "templates#text-that-fits": "text too long overflow truncate ellipsis shrink smaller",
  "templates#right-to-left-text-and-scripts": "arabic hebrew rtl direction",
  "go-live#mail": "smtp email sendgrid",
  "go-live#domain": "change domain dns move address hostname",
  "go-live#installation": "install docker compose systemd vps requirements number renderers update env",
  "go-live#upgrades": "update upgrade new version release",
  "operations#placardredisout": "redis down outage unavailable",
  "operations#upgrades": "update new version release downgrade",
  "go-live#backups": "backup restore copy disaster dump",
  mcp: "chatgpt claude ai llm assistant agent",
  "sites#sites-on-your-own-machine": "localhost local development",
  "templates#colors-and-brands": "variables custom properties",
  "editor#a-card-step-by-step": "test data sample",
  "template-files#check-and-publish-in-ci": "gitlab deploy template",
};
