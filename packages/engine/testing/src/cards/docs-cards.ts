import type { SampleCard } from "../sample-cards.ts";

/** Sample cards of the template `docs`. */
export const docsCards: readonly SampleCard[] = [
  {
    name: "minimal",
    data: {
      title: "Getting started",
    },
  },
  {
    name: "full",
    data: {
      title: "Deploy to your own servers",
      description: "Install the server, connect it to Redis, and put a load balancer in front of it.",
      breadcrumb: "Guides › Operations",
      product: "Lantern",
      version: "v4.2",
    },
  },
  {
    name: "with logo",
    data: {
      title: "Render your first card in five minutes",
      description: "An account, an API key and one request.",
      product: "Placard",
      version: "v2",
      logo: "https://docs.example/logo.png",
    },
  },
  {
    name: "partial",
    data: {
      title: "Client.generateImage()",
      breadcrumb: "API reference › JavaScript › Client",
      product: "Lantern",
    },
  },
  {
    name: "long",
    data: {
      title:
        "Migrating a deployment with several regions from the old configuration format to the new one without restarting a single process, and back again if you have to",
      description:
        "A step-by-step guide to the tool that rewrites the files, what it can't know about your network, how to test the result with real traffic, and which of the old settings have no replacement and why that is fine.",
      breadcrumb: "Operations and maintenance › Upgrades › From version 3 to version 4 › Configuration files",
      product: "Lantern for very large organizations",
      version: "4.2.0-rc.1",
    },
  },
  {
    name: "Japanese",
    data: {
      title: "自分のサーバーにデプロイする",
      description: "サーバーをインストールし、Redisに接続して、ロードバランサーの後ろに置きます。",
      breadcrumb: "ガイド › 運用",
      product: "ランタン",
      version: "v4.2",
    },
  },
  {
    name: "Arabic",
    data: {
      title: "النشر على خوادمك الخاصة",
      description: "ثبّت الخادم، واربطه بقاعدة البيانات، وضع موازن أحمال أمامه.",
      breadcrumb: "الأدلة › التشغيل",
      product: "فانوس",
      version: "v4.2",
    },
  },
  {
    name: "Hindi",
    data: {
      title: "अपने सर्वर पर तैनात करें",
      description: "सर्वर स्थापित करें, उसे रेडिस से जोड़ें और आगे लोड बैलेंसर रखें।",
      breadcrumb: "मार्गदर्शिका › संचालन",
      product: "लालटेन",
    },
  },
  {
    name: "Thai",
    data: {
      title: "ติดตั้งบนเซิร์ฟเวอร์ของคุณเอง",
      breadcrumb: "คู่มือ › การดูแลระบบ",
      product: "โคมไฟ",
    },
  },
  {
    name: "Korean",
    data: {
      title: "내 서버에 배포하기",
      breadcrumb: "가이드 › 운영",
      product: "등불",
      version: "v4.2",
    },
  },
  {
    name: "emoji",
    data: {
      title: "Quick start 🚀",
      breadcrumb: "Guides 📚",
      product: "Lantern 🏮",
    },
  },
];
