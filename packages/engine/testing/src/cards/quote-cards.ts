import type { SampleCard } from "../sample-cards.ts";

/** Sample cards of the template `quote`. */
export const quoteCards: readonly SampleCard[] = [
  {
    name: "minimal",
    data: {
      quote: "Ship it.",
    },
  },
  {
    name: "full",
    data: {
      quote: "A good tool is one that you forget while the work gets done.",
      author: "Maren Solberg",
      role: "Lighthouse keeper, Fedje",
    },
  },
  {
    name: "with photo",
    data: {
      quote: "Nobody calls a lighthouse reliable. They just sail.",
      author: "Maren Solberg",
      role: "Lighthouse keeper, Fedje",
      photo: "https://people.example/portrait.jpg",
    },
  },
  {
    name: "partial",
    data: {
      quote:
        "We moved forty services in one week. Nobody outside the team noticed, and that is the best review we have ever had.",
      author: "Tomás Ferreira",
    },
  },
  {
    name: "long",
    data: {
      quote:
        "When I started, I believed that reliability was something you buy, then that it was something you build, and then that it was something you measure. Today I think it is mostly something you talk about: with the people who wake up at night, with those who pay for it, and with those who never notice it when it works. Everything else, the replicas, the budgets and the drills, follows from those conversations, or it does not happen.",
      author: "Wilhelmina von Hohenlohe-Waldenburg",
      role: "Vice president of infrastructure and operations, Association of Quiet Maintainers",
    },
  },
  {
    name: "Japanese",
    data: {
      quote: "良い道具とは、仕事が終わるまで存在を忘れさせてくれるものだ。",
      author: "山田 花子",
      role: "灯台守",
    },
  },
  {
    name: "Arabic",
    data: {
      quote: "الأداة الجيدة هي التي تنساها بينما يُنجَز العمل.",
      author: "ليلى حداد",
      role: "حارسة المنارة",
      photo: "https://people.example/layla-portrait.jpg",
    },
  },
  {
    name: "Hindi",
    data: {
      quote: "अच्छा औज़ार वही है जिसे काम करते समय आप भूल जाएँ।",
      author: "अनन्या शर्मा",
      role: "प्रकाशस्तंभ रक्षक",
    },
  },
  {
    name: "Thai",
    data: {
      quote: "เครื่องมือที่ดีคือเครื่องมือที่คุณลืมไปขณะทำงาน",
      author: "มาลี ใจดี",
    },
  },
  {
    name: "Korean",
    data: {
      quote: "좋은 도구란 일이 끝날 때까지 잊고 있게 되는 도구다.",
      author: "김하늘",
      role: "등대지기",
    },
  },
  {
    name: "emoji",
    data: {
      quote: "It just works 🎉 and nobody had to call me 📵",
      author: "👩🏽‍🚒 Ines",
      role: "On call",
    },
  },
];
