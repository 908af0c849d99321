/**
 * Words for the search that readers use and sections don't contain, by the address of the section below
 * `/docs/`. The build fails if a section does not exist.
 * @type {Readonly<Record<string, string>>}
 */
export const searchKeywords = {
  "quick-start#create-an-account": "signup sign up register registration join",
  "quick-start#create-an-api-key": "token secret bearer authenticate authorization",
  "quick-start#add-it-to-a-page":
    "twitter tweet discord whatsapp telegram preview opengraph seo html tag old image stale refresh put picture photo show website web page",
  "signed-links": "sign url hmac",
  "signed-links#checking-a-link":
    "403 forbidden wrong signature invalid signature mismatch incorrect rejected does not match debug verify",
  "signed-links#functions": "code example snippet",
  "signed-links#javascript": "node nodejs js typescript",
  "signed-links#shell": "bash sh curl",
  "recipes#nextjs": "react vercel",
  "recipes#eleventy-and-other-static-sites": "11ty static site generator ssg jekyll gatsby nodejs javascript",
  "recipes#sveltekit": "svelte vite",
  "recipes#other-frameworks":
    "static site generator ssg django flask laravel rails ruby symfony express nuxt vue angular",
  "recipes#rendering-all-cards-in-ci":
    "github actions gitlab workflow pipeline continuous integration build deploy prerender warm",
  "accounts#passkeys": "login log in sign in signin password webauthn fido 2fa",
  "accounts#recovery-codes": "cannot sign in lost passkey forgot password reset locked out",
  "accounts#sessions-and-security-events": "logout log out sign out devices audit",
  "accounts#export-and-deletion": "gdpr privacy close account remove data",
  "api#asynchronous-requests": "callback notification background job queue poll async",
  "api#batches": "bulk many multiple",
  "api#caching": "cache cached cdn hit miss",
  "api#errors": "status code failure problem",
  "api#language": "i18n internationalization translation",
  "limits#rate-limits": "429 too many requests throttle throttling",
  "limits#daily-quota": "429 pricing price plan billing",
  "brands#logos": "logo wordmark icon favicon change replace set",
  "brands#assets": "upload file how big large size can photo picture be limit",
  "brands#colors": "colour colours theme palette dark mode",
  "go-live": "deploy deployment production publish launch host hosting server domain vps self-host selfhost",
  "go-live#tls": "https ssl certificate letsencrypt encrypt reverse proxy traefik apache",
  "go-live#checklist": "doctor",
  "operations#docker-compose": "container docker install installation",
  "operations#monitoring": "prometheus grafana metrics alerts dashboard",
  "templates#fonts": "typeface google fonts emoji",
  editor: "design designer visual drag drop figma canva logo",
  "template-publishing#change-the-fields-of-a-published-template":
    "breaking change migrate pin version unknown parameter rename field",
  webhooks: "webhook event callback",
  "remote-images#remote-images": "photo picture cors hotlink",
};
